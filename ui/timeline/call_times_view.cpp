// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/call_times_view.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"
#include "ui/timeline/charts.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QStackedBarSeries>
#include <QTableView>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kCharacters = 76; ///< across the popup
constexpr int kChartLines = 14;
constexpr QSize kIcon{56, 16};

QString timeOf(Duration duration)
{
    return toQString(durationText(duration));
}

QString percentilesOf(const CallTimes& times)
{
    return CallTimesButton::tr("p50 %1 · p90 %2 · p99 %3")
        .arg(timeOf(times.p50), timeOf(times.p90), timeOf(times.p99));
}

/// `1 to 2 ms`
QString rangeOf(const TimeBin& bin)
{
    return bin.from == Duration::zero() ? CallTimesButton::tr("below %1").arg(timeOf(bin.until))
                                        : toQString(windowText(bin.from, bin.until));
}

ReportTable tableOf(const CallTimes& times)
{
    ReportTable table{
        {{"call time"}, {.title = "succeeded", .isNumber = true}, {.title = "failed", .isNumber = true}}, {}};
    for (const TimeBin& bin : times.bins) {
        if (bin.succeeded + bin.failed > 0) {
            table.add({{fromQString(rangeOf(bin))},
                       {std::to_string(bin.succeeded)},
                       {std::to_string(bin.failed), bin.failed > 0 ? Tone::Bad : Tone::Plain}});
        }
    }
    return table;
}

} // namespace

CallTimesPopup::CallTimesPopup(QWidget* owner)
    : QFrame(owner, Qt::Popup)
    , m_summary(makeHint({}, this))
    , m_view(new QChartView(this))
    , m_rows(new ReportRows(this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("callTimes"));
    setAccessibleName(tr("Call times"));
    setProperty("card", true);
    m_summary->setObjectName(QStringLiteral("callTimesSummary"));
    m_view->setObjectName(QStringLiteral("callTimesChart"));
    m_view->setAccessibleName(tr("Histogram of call times; the table below has the same numbers"));
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    setLeastLines(m_view, kChartLines);
    prepareTable(m_table, QStringLiteral("callTimesTable"), tr("Call times"));
    m_table->setModel(m_rows);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->addWidget(makeHeading(tr("Call times"), this));
    layout->addWidget(m_summary);
    layout->addWidget(m_view, 2);
    layout->addWidget(m_table, 1);
}

void CallTimesPopup::display(const CallTimes& times, bool isVirtual)
{
    QString summary = tr("%L1 ended calls, %L2 failed · %3 · longest %4")
                          .arg(times.calls)
                          .arg(times.failed)
                          .arg(percentilesOf(times), timeOf(times.longest));
    m_summary->setText(isVirtual ? tr("%1 · virtual time").arg(summary) : summary);
    m_rows->display(tableOf(times));
    draw(times);
}

void CallTimesPopup::draw(const CallTimes& times)
{
    const Theme& theme = Theme::forPalette(palette());
    auto* succeeded = new QBarSet(tr("Succeeded"));
    auto* failed = new QBarSet(tr("Failed"));
    QStringList labels;
    for (const TimeBin& bin : times.bins) {
        *succeeded << bin.succeeded;
        *failed << bin.failed;
        labels += timeOf(bin.until); // the upper bound, which a tick of a logarithmic axis would name
    }
    succeeded->setColor(theme.succeed);
    failed->setColor(theme.stop);
    for (QBarSet* set : {succeeded, failed}) {
        set->setBorderColor(Qt::transparent);
        set->setLabelColor(theme.text);
    }
    auto* series = new QStackedBarSeries;
    series->append(succeeded);
    series->append(failed);
    series->setBarWidth(0.9);
    auto* chart = new QChart;
    chart->addSeries(series);
    auto* time = new QBarCategoryAxis;
    time->append(labels);
    time->setTruncateLabels(false);
    time->setTitleText(tr("Call time, up to"));
    auto* count = new QValueAxis;
    count->setLabelFormat(QStringLiteral("%d"));
    count->setTitleText(tr("Calls"));
    count->setMin(0);
    showChart(m_view, chart, time, count);
    count->applyNiceNumbers();
    count->setMin(0);
}

void CallTimesPopup::openBeneath(const QWidget& button)
{
    const QRect screen = button.screen()->availableGeometry();
    const QSize size(std::min(screen.width(), kCharacters * fontMetrics().averageCharWidth()),
                     std::min(screen.height(), sizeHint().height()));
    const QPoint right = button.mapToGlobal(QPoint(button.width(), button.height() + 2));
    const int x = std::max(screen.left(), std::min(right.x(), screen.right()) - size.width());
    const int y = std::max(screen.top(), std::min(right.y(), screen.bottom() - size.height()));
    setGeometry(QRect(QPoint(x, y), size));
    show();
    m_table->setFocus(Qt::PopupFocusReason);
}

CallTimesButton::CallTimesButton(QWidget* parent) : QPushButton(parent)
{
    nameInput(this, QStringLiteral("callTimesButton"), tr("Call times"));
    setToolTip(tr("How long the calls took, as a histogram and a table"));
    setAutoDefault(false);
    setIconSize(kIcon);
    hide();
    connect(this, &QPushButton::clicked, this, [this] {
        if (m_times) {
            auto* popup = new CallTimesPopup(this);
            popup->setAttribute(Qt::WA_DeleteOnClose);
            popup->display(*m_times, m_isVirtual);
            popup->openBeneath(*this);
        }
    });
}

void CallTimesButton::display(const std::optional<CallTimes>& times, bool isVirtual)
{
    m_times = times;
    m_isVirtual = isVirtual;
    setVisible(times.has_value());
    if (times) {
        setText(percentilesOf(*times));
        setAccessibleName(tr("Call times: %1").arg(text()));
        drawIcon();
    }
}

void CallTimesButton::drawIcon()
{
    const Theme& theme = Theme::forPalette(palette());
    QPixmap pixmap(kIcon * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    int most = 1;
    for (const TimeBin& bin : m_times->bins) {
        most = std::max(most, bin.succeeded + bin.failed);
    }
    const double width = static_cast<double>(kIcon.width()) / static_cast<double>(m_times->bins.size());
    double left = 0;
    for (const TimeBin& bin : m_times->bins) {
        const double unit = static_cast<double>(kIcon.height()) / most;
        const double failed = bin.failed * unit;
        const double succeeded = bin.succeeded * unit;
        const double bar = std::max(1.0, width - 1);
        painter.fillRect(QRectF(left, kIcon.height() - succeeded, bar, succeeded), theme.succeed);
        painter.fillRect(QRectF(left, kIcon.height() - succeeded - failed, bar, failed), theme.stop);
        left += width;
    }
    setIcon(pixmap);
}

void CallTimesButton::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_times) {
        drawIcon();
    }
}

} // namespace retryscope::ui
