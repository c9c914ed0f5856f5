// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/services.h"
#include "ui/parts/settings.h"

#include <QDialog>

QT_BEGIN_NAMESPACE
class QFormLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Settings of the whole program: appearance, network, history, privacy. Every change takes effect at once.
class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    SettingsDialog(const Services& services, QWidget* parent);

Q_SIGNALS:
    void themeChosen(retryscope::ui::ThemeChoice theme);
    /// The user chose how many points to add to the system's text size.
    void zoomChosen(int points);
    /// The user wants to delete all runs of the history.
    void clearRunsRequested();

private:
    void buildLooks(QFormLayout* form);
    void buildNetwork(QFormLayout* form);
    void buildHistory(QFormLayout* form);
    void buildPrivacy(QFormLayout* form);

    Services m_services;
};

} // namespace retryscope::ui
