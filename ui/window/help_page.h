// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <utility>
#include <vector>

QT_BEGIN_NAMESPACE
class QLineEdit;
class QTabWidget;
class QMainWindow;
QT_END_NAMESPACE

namespace retryscope::ui {

class TextPage;

/// Keys of one menu or of one part of the window, with what they do.
struct KeyGroup
{
    QString title;
    std::vector<std::pair<QString, QString>> keys;
};

/// Every key of the window: those of its menus as they stand there, of its other actions, and of the charts
/// and tables that read keys themselves.
[[nodiscard]] std::vector<KeyGroup> keyGroupsOf(const QMainWindow& window);

/// What the words mean, and all keys: to search, to read and to copy.
class HelpPage : public QDialog
{
    Q_OBJECT
public:
    /// term: opens where it is explained; empty: at the first one.
    HelpPage(QMainWindow& window, const QString& term);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void display();

    QLineEdit* m_search;
    QTabWidget* m_tabs;
    TextPage* m_terms;
    TextPage* m_keys;
    std::vector<KeyGroup> m_groups;
    QString m_term; ///< is marked
};

} // namespace retryscope::ui
