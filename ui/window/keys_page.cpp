// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/keys_page.h"

#include "ui/parts/form.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// `Keys` for `&Keys…`
QString plain(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

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
            const std::pair row(keysOf(*action), plain(action->text()));
            if (std::find(group.keys.begin(), group.keys.end(), row) == group.keys.end()) {
                group.keys.push_back(row); // the same thing can be done at several places
            }
            seen += action;
        }
    }
}

/// The groups in two columns of about the same length.
QString asHtml(const std::vector<KeyGroup>& groups)
{
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
        groups.push_back({KeysPage::tr("%1 menu").arg(plain(menu->text())), {}});
        addKeysOf(menu->menu()->actions(), groups.back(), seen);
    }
    KeyGroup others{KeysPage::tr("Where the cursor is"),
                    {{QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText),
                      KeysPage::tr("Copy the selected rows (judge a response)")}}};
    addKeysOf(window.findChildren<QAction*>(), others, seen);
    groups.push_back(std::move(others));
    groups.push_back({KeysPage::tr("In the timeline"), TimelineView::keys()});
    groups.push_back({KeysPage::tr("In the comparison"), ComparisonChart::keys()});
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const KeyGroup& group) { return group.keys.empty(); }),
                 groups.end());
    return groups;
}

KeysPage::KeysPage(QMainWindow& window) : QDialog(&window)
{
    setObjectName(QStringLiteral("keysPage"));
    setWindowTitle(tr("Keys"));
    auto* text = new QTextBrowser(this);
    nameInput(text, QStringLiteral("keysText"), tr("All keys"));
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(asHtml(keyGroupsOf(window)));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text, 1);
    layout->addWidget(buttons);
    const int letter = fontMetrics().averageCharWidth();
    resize(QSize(120 * letter, 42 * fontMetrics().lineSpacing()).boundedTo(window.size()));
}

} // namespace retryscope::ui
