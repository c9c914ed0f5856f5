// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/services.h"
#include "ui/window/run_plan.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace retryscope::ui {

class BoundsPage;
class ComparePage;
class JudgePage;
class PresetsPage;

/// The pages that open in windows of their own beside the main window. Each is made when it is first asked
/// for, is one of its kind, and stays up to date for as long as it is open.
class WindowPages : public QObject
{
    Q_OBJECT
public:
    /// window: owns the pages.
    WindowPages(const Services& services, QWidget* window);

    [[nodiscard]] static QStringList names();
    /// Opens the page of this name, or brings it to the front; nullptr for an unknown name.
    QWidget* show(const QString& name);
    void showPresets();
    void showJudge();
    void showCompare();
    void showBounds();
    /// What the panels would send, with the scenario of the endpoint panel. Called before a page is shown.
    void setPlanSource(std::function<io::Result<RunPlan>()> plan) { m_plan = std::move(plan); }
    /// Judges an attempt of a record under every preset. place: of an attempt that is there.
    void judge(const RunRecord& record, Place place);

public Q_SLOTS:
    /// The record or what the panels hold is another one: open pages follow.
    void refresh();
    /// The same when policies were saved.
    void reloadPolicies();
    /// The same for the record at hand. Nothing happens when it has no such attempt.
    void judgeAttempt(Place place);

Q_SIGNALS:
    /// By its id, or file for the user's own.
    void policyChosen(const QString& key);

private:
    /// Shows a page, whether it is new or was behind the others.
    void bringToFront(QWidget* page);

    Services m_services;
    QWidget* m_window;
    QPointer<QWidget> m_front;
    QPointer<PresetsPage> m_presets;
    QPointer<JudgePage> m_judge;
    QPointer<ComparePage> m_compare;
    QPointer<BoundsPage> m_bounds;
    std::function<io::Result<RunPlan>()> m_plan;
};

} // namespace retryscope::ui
