// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/window_pages.h"

#include "core/change/situation.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/bounds/bounds_page.h"
#include "ui/compare/compare_page.h"
#include "ui/judge/judge_page.h"
#include "ui/presets/presets_page.h"
#include "ui/window/settings.h"

#include <algorithm>
#include <iterator>

namespace retryscope::ui {

namespace {

struct PageName
{
    const char* name;
    void (WindowPages::*show)();
};

constexpr PageName kPages[] = {{"presets", &WindowPages::showPresets},
                               {"judge", &WindowPages::showJudge},
                               {"compare", &WindowPages::showCompare},
                               {"bounds", &WindowPages::showBounds}};

} // namespace

WindowPages::WindowPages(const Services& services, QWidget* window)
    : QObject(window), m_services(services), m_window(window)
{
}

QStringList WindowPages::names()
{
    QStringList names;
    for (const PageName& page : kPages) {
        names += QString::fromLatin1(page.name);
    }
    return names;
}

QWidget* WindowPages::show(const QString& name)
{
    const auto* page = std::find_if(std::begin(kPages), std::end(kPages), [&name](const PageName& candidate) {
        return name == QLatin1String(candidate.name);
    });
    if (page == std::end(kPages)) {
        return nullptr;
    }
    (this->*page->show)();
    return m_front;
}

void WindowPages::showPresets()
{
    reloadPolicies(); // files may have been put there since
    if (!m_presets) {
        m_presets = new PresetsPage(m_services.library, m_window);
        connect(m_presets, &PresetsPage::presetChosen, this, &WindowPages::policyChosen);
    }
    m_presets->select(m_services.settings.policy);
    bringToFront(m_presets);
}

void WindowPages::showJudge()
{
    reloadPolicies();
    if (!m_judge) {
        m_judge = new JudgePage(m_services.library, m_window);
        m_judge->select(m_services.settings.policy);
    }
    bringToFront(m_judge);
}

void WindowPages::showCompare()
{
    reloadPolicies();
    if (!m_compare) {
        const auto record = [this]() -> const RunRecord& {
            return m_services.controller.record();
        };
        m_compare =
            new ComparePage({.library = m_services.library, .record = record, .plan = m_plan}, m_window);
    }
    bringToFront(m_compare);
}

void WindowPages::showBounds()
{
    reloadPolicies();
    if (!m_bounds) {
        m_bounds = new BoundsPage(m_services.library, m_plan, m_window);
    }
    bringToFront(m_bounds);
}

void WindowPages::refresh()
{
    if (m_compare) {
        m_compare->refresh();
    }
    if (m_bounds) {
        m_bounds->refresh();
    }
}

void WindowPages::reloadPolicies()
{
    if (m_presets) {
        m_presets->reload();
    }
    if (m_judge) {
        m_judge->reload();
    }
    if (m_compare) {
        m_compare->reload();
    }
    if (m_bounds) {
        m_bounds->reload();
    }
}

void WindowPages::judge(const RunRecord& record, Place place)
{
    showJudge();
    m_judge->display(givenAttemptAt(record, place));
    if (record.header().policy) {
        m_judge->select(toQString(record.header().policy->policy.id));
    }
}

void WindowPages::judgeAttempt(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const auto calls = static_cast<int>(record.calls().size());
    if (place.call >= 0 && place.call < calls && place.attempt >= 0 &&
        place.attempt < static_cast<int>(record.callAt(place.call).attempts.size())) {
        judge(record, place);
    }
}

void WindowPages::bringToFront(QWidget* page)
{
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->setAttribute(Qt::WA_WindowPropagation); // the theme is the window's
    page->show();
    page->raise();
    page->activateWindow();
    m_front = page;
}

} // namespace retryscope::ui
