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

/// All keyboard shortcuts of the window: those of its menus in menu order, of other actions, and of charts
/// and tables that handle keys themselves.
[[nodiscard]] std::vector<KeyGroup> keyGroupsOf(const QMainWindow& window);

/// The help window: a glossary and all keyboard shortcuts, to search, read and copy.
class HelpPage : public QDialog
{
    Q_OBJECT
public:
    /// term: the entry to open at; empty: the first one.
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
    QString m_term; ///< the highlighted term
};

} // namespace retryscope::ui
