// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/chooser_button.h"
#include "ui/parts/services.h"

#include <QAbstractButton>
#include <QList>
#include <QObject>
#include <QPointer>

QT_BEGIN_NAMESPACE
class QAction;
class QMainWindow;
class QMenu;
QT_END_NAMESPACE

namespace retryscope::ui {

class ChooserPopup;

/// The command palette: finds menu actions (with their shortcuts), buttons of the room that is shown,
/// policies, scenarios, runs and terms by words.
class Palette : public QObject
{
    Q_OBJECT
public:
    Palette(const Services& services, QMainWindow& window, const QMenu& menu);

    void open();

Q_SIGNALS:
    void policyChosen(const QString& key);
    void scenarioChosen(const QString& key);
    void runChosen(const QString& id);
    /// id: of core/explain/terms.
    void termChosen(const QString& id);

private:
    [[nodiscard]] std::vector<ChooserItem> items();
    [[nodiscard]] const QMenu* benchMenu() const;
    void addActions(const QMenu& menu, const QString& group, std::vector<ChooserItem>& items);
    void addButtons(std::vector<ChooserItem>& items);
    void choose(const QString& id);

    Services m_services;
    QMainWindow& m_window;
    const QMenu& m_menu;
    ChooserPopup* m_popup;
    QList<QPointer<QAbstractButton>> m_buttons; ///< that the popup offers, by the number in their id
};

} // namespace retryscope::ui
