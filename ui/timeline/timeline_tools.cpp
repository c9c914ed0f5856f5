// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_tools.h"

#include "ui/parts/foreign_text.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace retryscope::ui {

TimelineTools::TimelineTools(QWidget* parent) : QWidget(parent)
{
    auto* row = m_row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 0, 0);
    row->setSpacing(2);
    auto* title = new QLabel(tr("Timeline"));
    title->setProperty("heading", true);
    row->addWidget(title);
    row->addStretch(1);
    m_back = addButton(row, "timelineBack", tr("‹"), tr("Back to what was shown before (Alt+Left)"));
    connect(m_back, &QToolButton::clicked, this, &TimelineTools::backWanted);
    m_forward = addButton(row, "timelineForward", tr("›"), tr("Forward again (Alt+Right)"));
    connect(m_forward, &QToolButton::clicked, this, &TimelineTools::forwardWanted);
    connect(addButton(row, "timelineFit", tr("fit"), tr("Show the whole run (0)")), &QToolButton::clicked,
            this, &TimelineTools::fitWanted);
    connect(addButton(row, "timelineZoomOut", tr("−"), tr("Show more time (-)")), &QToolButton::clicked, this,
            &TimelineTools::zoomOutWanted);
    connect(addButton(row, "timelineZoomIn", tr("+"), tr("Show less time (+)")), &QToolButton::clicked, this,
            &TimelineTools::zoomInWanted);
    m_calls = addMenuButton(row, "timelineCalls", tr("Attempts call by call"), makeCallsMenu());
    m_calls->setText(tr("calls"));
    m_zero = addMenuButton(row, "timelineZero", tr("What the time axis counts from"), makeZeroMenu());
    addMenuButton(row, "timelineExport", tr("Save the timeline as a picture"), makeExportMenu())
        ->setText(tr("export"));
    setCountsWallClock(false);
    setHistory(false, false);
    setCalls(false, false);
}

void TimelineTools::setMinimap(QWidget* minimap)
{
    constexpr int kAfterTitle = 1;
    m_row->insertWidget(kAfterTitle, minimap, 1000);
}

void TimelineTools::setHistory(bool canGoBack, bool canGoForward)
{
    m_back->setEnabled(canGoBack);
    m_forward->setEnabled(canGoForward);
    // Until something was zoomed, the title row is better kept clear.
    m_back->setVisible(canGoBack || canGoForward);
    m_forward->setVisible(canGoBack || canGoForward);
}

void TimelineTools::setCalls(bool areThere, bool areGrouped)
{
    m_calls->setVisible(areThere);
    m_groups->setChecked(areGrouped);
}

QMenu* TimelineTools::makeCallsMenu()
{
    auto* menu = new QMenu(this);
    m_groups = menu->addAction(tr("group attempts by call"));
    m_groups->setCheckable(true);
    connect(m_groups, &QAction::triggered, this, &TimelineTools::groupingWanted);
    menu->addSeparator();
    connect(menu->addAction(tr("unfold all (*)")), &QAction::triggered, this,
            [this] { Q_EMIT foldingWanted(false); });
    connect(menu->addAction(tr("fold all (/)")), &QAction::triggered, this,
            [this] { Q_EMIT foldingWanted(true); });
    return menu;
}

QToolButton* TimelineTools::addButton(QHBoxLayout* row, const char* name, const QString& text,
                                      const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(plainToolTip(tip));
    button->setAccessibleName(tip);
    if (text.size() == 1) { // a sign needs no room for a word
        button->setStyleSheet(QStringLiteral("padding-left: 3px; padding-right: 3px"));
        button->setMinimumWidth(26);
    }
    row->addWidget(button);
    return button;
}

QToolButton* TimelineTools::addMenuButton(QHBoxLayout* row, const char* name, const QString& tip, QMenu* menu)
{
    QToolButton* button = addButton(row, name, QString(), tip);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

QMenu* TimelineTools::makeZeroMenu()
{
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    m_runStart = group->addAction(tr("zero at start"));
    m_wallClock = group->addAction(tr("wall clock (UTC)"));
    for (QAction* action : group->actions()) {
        action->setCheckable(true);
        menu->addAction(action);
    }
    connect(group, &QActionGroup::triggered, this,
            [this](const QAction* action) { setCountsWallClock(action == m_wallClock); });
    return menu;
}

QMenu* TimelineTools::makeExportMenu()
{
    auto* menu = new QMenu(this);
    connect(menu->addAction(tr("copy as a picture")), &QAction::triggered, this, &TimelineTools::copyWanted);
    menu->addSeparator();
    const auto add = [this, menu](const QString& text, const QString& format, int scale) {
        connect(menu->addAction(text), &QAction::triggered, this,
                [this, format, scale] { Q_EMIT exportWanted(format, scale); });
    };
    add(tr("as SVG…"), QStringLiteral("svg"), 1);
    add(tr("as PNG…"), QStringLiteral("png"), 1);
    add(tr("as PNG, twice the pixels…"), QStringLiteral("png"), 2);
    add(tr("as PDF…"), QStringLiteral("pdf"), 1);
    menu->addSeparator();
    m_viewOnly = menu->addAction(tr("only what is shown"));
    m_viewOnly->setObjectName(QStringLiteral("exportViewOnly"));
    m_viewOnly->setCheckable(true);
    return menu;
}

void TimelineTools::offerStrips(QMenu* menu)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    QToolButton* button = addMenuButton(row, "timelineStrips", menu->title(), menu);
    button->setText(tr("curves"));
    row->removeWidget(button);
    row->insertWidget(row->count() - 1, button);
}

bool TimelineTools::exportsViewOnly() const
{
    return m_viewOnly->isChecked();
}

bool TimelineTools::countsWallClock() const
{
    return m_wallClock->isChecked();
}

void TimelineTools::setCountsWallClock(bool wallClock)
{
    QAction* chosen = wallClock ? m_wallClock : m_runStart;
    chosen->setChecked(true);
    m_zero->setText(chosen->text());
    Q_EMIT axisChanged(wallClock);
}

} // namespace retryscope::ui
