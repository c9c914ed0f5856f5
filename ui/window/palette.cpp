// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/palette.h"

#include "core/explain/terms.h"
#include "core/io/files/run_store.h"
#include "core/io/text/utf8.h"
#include "ui/parts/chooser_popup.h"
#include "ui/parts/library_items.h"
#include "ui/parts/tab_order.h"
#include "ui/runs/run_words.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QSet>

namespace retryscope::ui {

namespace {

// What an id begins with tells what it names.
const QString kAction = QStringLiteral("action:");
const QString kPolicy = QStringLiteral("policy:");
const QString kScenario = QStringLiteral("scenario:");
const QString kRun = QStringLiteral("run:");
const QString kTerm = QStringLiteral("term:");
const QString kButton = QStringLiteral("button:");

void append(std::vector<ChooserItem>& items, const QString& group, const QString& kind,
            const std::vector<ChooserItem>& more)
{
    for (const ChooserItem& item : more) {
        items.push_back({.group = group,
                         .title = item.fullTitle.isEmpty() ? item.title : item.fullTitle,
                         .id = kind + item.id,
                         .summary = item.group.isEmpty() || item.isAnswer
                                        ? item.summary
                                        : item.group + QStringLiteral(" · ") + item.summary,
                         .keywords = item.keywords,
                         .names = QStringList{item.title, item.id} + item.names,
                         .isAnswer = item.isAnswer});
    }
}

} // namespace

Palette::Palette(const Services& services, QMainWindow& window, const QMenu& menu)
    : QObject(&window)
    , m_services(services)
    , m_window(window)
    , m_menu(menu)
    , m_popup(new ChooserPopup(tr("Find an action, policy, scenario or run"), &window))
{
    m_popup->setObjectName(QStringLiteral("palette"));
    connect(m_popup, &ChooserPopup::chosen, this, &Palette::choose);
}

void Palette::open()
{
    m_popup->setItems(items());
    m_popup->openOver(m_window);
}

/// Only while there is a bench: nothing else can be saved or compared.
const QMenu* Palette::benchMenu() const
{
    const auto* page = m_window.findChild<QWidget*>(QStringLiteral("proxyPage"));
    const auto* button =
        page != nullptr ? page->findChild<QWidget*>(QStringLiteral("benchMenuButton")) : nullptr;
    return button != nullptr && button->isVisibleTo(page)
               ? button->findChild<QMenu*>(QStringLiteral("benchMenu"))
               : nullptr;
}

void Palette::addActions(const QMenu& menu, const QString& group, std::vector<ChooserItem>& items)
{
    for (const QAction* action : menu.actions()) {
        const QString text = withoutMnemonic(action->text());
        if (action->menu() != nullptr) {
            addActions(*action->menu(), text, items);
        } else if (action->isEnabled() && !action->isSeparator() && !action->objectName().isEmpty() &&
                   action->objectName() != QStringLiteral("paletteAction")) {
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            const QString state = !action->isCheckable() || action->actionGroup() != nullptr ? QString()
                                  : action->isChecked()                                      ? tr("on")
                                                                                             : tr("off");
            QStringList summary{group, keys, state};
            summary.removeAll(QString());
            items.push_back({tr("Actions"), text, kAction + action->objectName(),
                             summary.join(QStringLiteral(" · ")), action->property("keywords").toString()});
        }
    }
}

/// Those that can be pressed now, by the name that assistive technology has for them.
void Palette::addButtons(std::vector<ChooserItem>& items)
{
    m_buttons.clear();
    QSet<QString> names; // of actions above, and of buttons that look alike
    for (const ChooserItem& item : items) {
        names += item.title;
    }
    for (const QWidget* widget : keyOrderOf(*m_window.centralWidget())) {
        auto* button = qobject_cast<QAbstractButton*>(const_cast<QWidget*>(widget));
        if (button == nullptr) {
            continue;
        }
        const QString name =
            withoutMnemonic(button->accessibleName().isEmpty() ? button->text() : button->accessibleName());
        if (name.isEmpty() || names.contains(name)) {
            continue;
        }
        names += name;
        items.push_back({.group = tr("Buttons"),
                         .title = name,
                         .id = kButton + QString::number(m_buttons.size()),
                         .summary = button->toolTip() == name ? QString() : button->toolTip(),
                         .keywords = withoutMnemonic(button->text()),
                         .fullTitle = {}});
        m_buttons += button;
    }
}

std::vector<ChooserItem> Palette::items()
{
    std::vector<ChooserItem> items;
    addActions(m_menu, {}, items);
    addButtons(items);
    if (const QMenu* bench = benchMenu()) {
        addActions(*bench, tr("Proxy, probe result"), items);
    }
    append(items, tr("Policies"), kPolicy, policyItems(m_services.library));
    append(items, tr("Scenarios"), kScenario, scenarioItems(m_services.library));
    if (m_services.runs != nullptr) {
        if (const auto list = m_services.runs->list()) {
            for (const io::RunSummary& run : list.value().runs) {
                items.push_back({tr("Runs"),
                                 titleOf(run),
                                 kRun + run.id,
                                 QStringLiteral("%1 · %2").arg(timeOf(run), originOf(run)),
                                 {}});
            }
        }
    }
    for (const Term& term : terms()) {
        items.push_back(
            {tr("Terms"), toQString(term.word), kTerm + toQString(term.id), toQString(term.sentence), {}});
    }
    return items;
}

void Palette::choose(const QString& id)
{
    const QString name = id.section(QLatin1Char(':'), 1);
    if (id.startsWith(kAction)) {
        if (auto* action = m_window.findChild<QAction*>(name)) {
            if (const QMenu* bench = benchMenu(); bench != nullptr && bench->actions().contains(action)) {
                m_window.findChild<QAction*>(QStringLiteral("proxyAction"))->trigger();
            }
            action->trigger();
        }
    } else if (id.startsWith(kButton)) {
        if (QAbstractButton* button = m_buttons.value(name.toInt())) {
            button->setFocus(Qt::OtherFocusReason);
            button->click();
        }
    } else if (id.startsWith(kTerm)) {
        Q_EMIT termChosen(name);
    } else if (id.startsWith(kPolicy)) {
        Q_EMIT policyChosen(name);
    } else if (id.startsWith(kScenario)) {
        Q_EMIT scenarioChosen(name);
    } else if (id.startsWith(kRun)) {
        Q_EMIT runChosen(name);
    }
}

} // namespace retryscope::ui
