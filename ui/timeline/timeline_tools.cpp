// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_tools.h"

#include "ui/parts/elided_label.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/tab_order.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace retryscope::ui {

namespace {

constexpr int kTitleLetters = 90;  ///< below this width the title is short
constexpr int kNarrowLetters = 66; ///< below this width buttons show their icons only
constexpr int kInset = 16;

} // namespace

TimelineTools::TimelineTools(QWidget* parent) : QWidget(parent)
{
    auto* row = m_row = new QHBoxLayout(this);
    row->setContentsMargins(kInset, 0, 8, 0);
    row->setSpacing(2);
    setBarHeight(this);
    makeTabGroup(this);
    m_title = makeLabel();
    m_title->setObjectName(QStringLiteral("timelineTitle"));
    setTextStyle(m_title, TextStyle::Strong);
    row->addWidget(m_title);
    row->addSpacing(kInset - 2);
    m_range = makeLabel();
    m_range->setObjectName(QStringLiteral("timelineRange"));
    setTextStyle(m_range, TextStyle::Strong);
    row->addWidget(m_range);
    row->addSpacing(6);
    m_statistics = new ElidedLabel;
    m_statistics->setObjectName(QStringLiteral("timelineStatistics"));
    m_statistics->setProperty("muted", true);
    m_statistics->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_statistics, 1);
    m_back = addButton("timelineBack", "", tr("‹"), tr("Previous view (Alt+Left)"));
    connect(m_back, &QToolButton::clicked, this, &TimelineTools::backWanted);
    m_forward = addButton("timelineForward", "", tr("›"), tr("Next view (Alt+Right)"));
    connect(m_forward, &QToolButton::clicked, this, &TimelineTools::forwardWanted);
    connect(addButton("timelineZoomOut", "zoom-out", QString(), tr("Zoom out (-)")), &QToolButton::clicked,
            this, &TimelineTools::zoomOutWanted);
    connect(addButton("timelineZoomIn", "zoom-in", QString(), tr("Zoom in (+)")), &QToolButton::clicked, this,
            &TimelineTools::zoomInWanted);
    connect(addButton("timelineFit", "fit", tr("Fit"), tr("Show the whole run (0)")), &QToolButton::clicked,
            this, &TimelineTools::fitWanted);
    m_calls = addMenuButton("timelineCalls", "fold", QString(), tr("Group and fold calls"), makeCallsMenu());
    m_zero = addMenuButton("timelineZero", "clock", QString(), tr("Zero of the time axis"), makeZeroMenu());
    addMenuButton("timelineExport", "save", QString(), tr("Save the timeline as a picture"),
                  makeExportMenu());
    setVirtual(false);
    setCountsWallClock(false);
    setHistory(false, false);
    setCalls(false, false);
    tellRange({}, {});
    applyTheme();
}

void TimelineTools::setLegend(QWidget* legend)
{
    m_legend = legend;
    m_row->insertWidget(m_row->indexOf(m_statistics), legend, 1);
    tellRange(m_range->text(), m_statistics->text());
}

void TimelineTools::setVirtual(bool isVirtual)
{
    m_isVirtual = isVirtual;
    fitWidth();
}

void TimelineTools::tellRange(const QString& range, const QString& statistics)
{
    m_range->setText(range);
    m_statistics->setText(statistics);
    m_range->setVisible(!range.isEmpty());
    m_statistics->setVisible(!range.isEmpty() || m_legend == nullptr);
    m_statistics->setToolTip(plainToolTip(statistics));
    if (m_legend != nullptr) {
        m_legend->setVisible(range.isEmpty());
    }
    fitWidth();
}

void TimelineTools::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitWidth();
}

void TimelineTools::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
    } else if (event->type() == QEvent::FontChange) {
        fitWidth();
    }
}

void TimelineTools::applyTheme()
{
    for (QToolButton* button : findChildren<QToolButton*>()) {
        const QString icon = button->property("iconName").toString();
        if (!icon.isEmpty()) {
            button->setIcon(Theme::forPalette(palette()).icon(icon));
        }
    }
}

/// Words beside icons where they have room.
void TimelineTools::fitWidth()
{
    const bool isNarrow = width() < kNarrowLetters * fontMetrics().averageCharWidth();
    for (QToolButton* button : findChildren<QToolButton*>()) {
        const bool hasWords = !button->text().isEmpty() && !button->icon().isNull();
        if (hasWords) {
            button->setToolButtonStyle(isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        }
    }
    const bool isShort = width() < kTitleLetters * fontMetrics().averageCharWidth();
    m_title->setText(!m_isVirtual ? tr("Timeline")
                     : isShort    ? tr("Virtual time")
                                  : tr("Timeline, virtual time"));
    m_row->activate(); // what the row needs at least is known at once, and not only at the next event
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
    m_groups = menu->addAction(tr("Group attempts by call"));
    m_groups->setCheckable(true);
    connect(m_groups, &QAction::triggered, this, &TimelineTools::groupingWanted);
    menu->addSeparator();
    connect(menu->addAction(tr("Unfold all (*)")), &QAction::triggered, this,
            [this] { Q_EMIT foldingWanted(false); });
    connect(menu->addAction(tr("Fold all (/)")), &QAction::triggered, this,
            [this] { Q_EMIT foldingWanted(true); });
    return menu;
}

QToolButton* TimelineTools::addButton(const char* name, const char* icon, const QString& text,
                                      const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setProperty("iconName", QLatin1String(icon));
    button->setToolTip(plainToolTip(tip));
    button->setAccessibleName(tip);
    m_row->addWidget(button);
    return button;
}

QToolButton* TimelineTools::addMenuButton(const char* name, const char* icon, const QString& text,
                                          const QString& tip, QMenu* menu)
{
    QToolButton* button = addButton(name, icon, text, tip);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

QMenu* TimelineTools::makeZeroMenu()
{
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    m_runStart = group->addAction(tr("Start of the run"));
    m_wallClock = group->addAction(tr("Wall clock (UTC)"));
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
    connect(menu->addAction(tr("Copy as picture")), &QAction::triggered, this, &TimelineTools::copyWanted);
    menu->addSeparator();
    const auto add = [this, menu](const QString& text, const QString& format, int scale) {
        connect(menu->addAction(text), &QAction::triggered, this,
                [this, format, scale] { Q_EMIT exportWanted(format, scale); });
    };
    add(tr("As SVG…"), QStringLiteral("svg"), 1);
    add(tr("As PNG…"), QStringLiteral("png"), 1);
    add(tr("As PNG, double resolution…"), QStringLiteral("png"), 2);
    add(tr("As PDF…"), QStringLiteral("pdf"), 1);
    menu->addSeparator();
    m_viewOnly = menu->addAction(tr("Visible part only"));
    m_viewOnly->setObjectName(QStringLiteral("exportViewOnly"));
    m_viewOnly->setCheckable(true);
    return menu;
}

void TimelineTools::offerStrips(QMenu* menu)
{
    QToolButton* button = addMenuButton("timelineStrips", "", tr("Curves"), menu->title(), menu);
    m_row->removeWidget(button);
    m_row->insertWidget(m_row->indexOf(m_calls), button);
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
    m_zero->setAccessibleDescription(chosen->text());
    Q_EMIT axisChanged(wallClock);
}

} // namespace retryscope::ui
