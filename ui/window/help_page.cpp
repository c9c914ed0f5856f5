// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/help_page.h"

#include "core/explain/terms.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/text_page.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace retryscope::ui {

namespace {

QString keysOf(const QAction& action)
{
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
}

void addKeysOf(const QList<QAction*>& actions, KeyGroup& group, QList<const QAction*>& seen)
{
    for (const QAction* action : actions) {
        if (action->menu() != nullptr) {
            addKeysOf(action->menu()->actions(), group, seen);
        } else if (!action->shortcuts().isEmpty() && !action->text().isEmpty() && !seen.contains(action)) {
            const std::pair row(keysOf(*action), withoutMnemonic(action->text()));
            if (std::find(group.keys.begin(), group.keys.end(), row) == group.keys.end()) {
                group.keys.push_back(row); // the same thing can be done at several places
            }
            seen += action;
        }
    }
}

QString noneText()
{
    return HelpPage::tr("No match.");
}

/// Words that begin with, sentences that contain it.
QString termsAsHtml(const QString& wanted, const QString& marked, const QPalette& palette)
{
    QString html;
    for (const Term& term : terms()) {
        const QString word = toQString(term.word);
        const QString sentence = toQString(term.sentence);
        if (!word.contains(wanted, Qt::CaseInsensitive) && !sentence.contains(wanted, Qt::CaseInsensitive)) {
            continue;
        }
        const QString id = toQString(term.id);
        const QString style = id == marked ? QStringLiteral(" style='background-color:%1'")
                                                 .arg(palette.color(QPalette::AlternateBase).name())
                                           : QString();
        html += QStringLiteral("<p%1><a name=\"%2\"></a><b>%3</b><br>%4</p>")
                    .arg(style, id, word.toHtmlEscaped(), sentence.toHtmlEscaped());
    }
    return html.isEmpty() ? noneText() : html;
}

std::vector<KeyGroup> groupsWith(const std::vector<KeyGroup>& groups, const QString& wanted)
{
    std::vector<KeyGroup> found;
    for (const KeyGroup& group : groups) {
        KeyGroup part{group.title, {}};
        std::copy_if(group.keys.begin(), group.keys.end(), std::back_inserter(part.keys),
                     [&](const auto& row) {
                         return group.title.contains(wanted, Qt::CaseInsensitive) ||
                                row.first.contains(wanted, Qt::CaseInsensitive) ||
                                row.second.contains(wanted, Qt::CaseInsensitive);
                     });
        if (!part.keys.empty()) {
            found.push_back(std::move(part));
        }
    }
    return found;
}

/// The groups in two columns of about the same length.
QString asHtml(const std::vector<KeyGroup>& groups)
{
    if (groups.empty()) {
        return noneText();
    }
    std::size_t rows = 0;
    for (const KeyGroup& group : groups) {
        rows += group.keys.size() + 2;
    }
    QString html = QStringLiteral("<table width='100%'><tr><td width='50%'>");
    std::size_t above = 0;
    bool isRight = false;
    for (const KeyGroup& group : groups) {
        if (!isRight && above + group.keys.size() / 2 > rows / 2) {
            html += QStringLiteral("</td><td width='50%'>");
            isRight = true;
        }
        above += group.keys.size() + 2;
        html += QStringLiteral("<p style='margin:8px 0 2px 0'><b>%1</b></p><table cellspacing='2'>")
                    .arg(group.title.toHtmlEscaped());
        for (const auto& [keys, what] : group.keys) {
            html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
        }
        html += QStringLiteral("</table>");
    }
    return html + QStringLiteral("</td></tr></table>");
}

} // namespace

std::vector<KeyGroup> keyGroupsOf(const QMainWindow& window)
{
    std::vector<KeyGroup> groups;
    QList<const QAction*> seen;
    for (const QAction* menu : window.findChild<QMenu*>(QStringLiteral("mainMenu"))->actions()) {
        groups.push_back({HelpPage::tr("%1 menu").arg(withoutMnemonic(menu->text())), {}});
        addKeysOf(menu->menu()->actions(), groups.back(), seen);
    }
    KeyGroup others{HelpPage::tr("In tables and lists"),
                    {{QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText),
                      HelpPage::tr("Copy the selected rows (Judge)")}}};
    addKeysOf(window.findChildren<QAction*>(), others, seen);
    groups.push_back(std::move(others));
    groups.push_back(
        {HelpPage::tr("In bars and lists"),
         {{HelpPage::tr("Arrows"), HelpPage::tr("Move between the buttons of one bar")},
          {HelpPage::tr("Home, End"), HelpPage::tr("Go to the first or last row of a table")},
          {HelpPage::tr("Esc"), HelpPage::tr("Close a card, list or search; else stop what runs")}}});
    groups.push_back({HelpPage::tr("In the timeline"), TimelineView::keys()});
    groups.push_back({HelpPage::tr("In the comparison"), ComparisonChart::keys()});
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const KeyGroup& group) { return group.keys.empty(); }),
                 groups.end());
    return groups;
}

HelpPage::HelpPage(QMainWindow& window, const QString& term)
    : QDialog(&window)
    , m_search(new QLineEdit(this))
    , m_tabs(new QTabWidget(this))
    , m_terms(new TextPage)
    , m_keys(new TextPage)
    , m_groups(keyGroupsOf(window))
    , m_term(term)
{
    setObjectName(QStringLiteral("helpPage"));
    setWindowTitle(tr("Help"));
    nameInput(m_search, QStringLiteral("helpSearch"), tr("Search terms and shortcuts"));
    m_search->setPlaceholderText(tr("Search terms and shortcuts"));
    m_search->setClearButtonEnabled(true);
    nameInput(m_tabs, QStringLiteral("helpTabs"), tr("Help"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    nameInput(m_terms, QStringLiteral("termsText"), tr("Terms"));
    nameInput(m_keys, QStringLiteral("keysText"), tr("All keyboard shortcuts"));
    for (TextPage* text : {m_terms, m_keys}) {
        text->setFrameShape(QFrame::NoFrame);
    }
    m_tabs->addTab(m_terms, tr("Terms"));
    m_tabs->addTab(m_keys, tr("Shortcuts"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_search, &QLineEdit::textChanged, this, &HelpPage::display);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(buttons);
    const int letter = fontMetrics().averageCharWidth();
    resize(QSize(120 * letter, 42 * fontMetrics().lineSpacing()).boundedTo(window.size()));
    display();
}

void HelpPage::display()
{
    const QString wanted = m_search->text().trimmed();
    m_terms->setHtml(termsAsHtml(wanted, m_term, palette()));
    m_keys->setHtml(asHtml(groupsWith(m_groups, wanted)));
    if (!m_term.isEmpty() && wanted.isEmpty()) {
        m_terms->scrollToAnchor(m_term);
    }
    // Who searches for a key finds it without looking for the page.
    const bool hasTerms = m_terms->toPlainText() != noneText();
    const bool hasKeys = m_keys->toPlainText() != noneText();
    if (!wanted.isEmpty() && hasTerms != hasKeys) {
        m_tabs->setCurrentWidget(hasTerms ? m_terms : m_keys);
    }
}

void HelpPage::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    display(); // an anchor is scrolled to only once the text has its width
}

} // namespace retryscope::ui
