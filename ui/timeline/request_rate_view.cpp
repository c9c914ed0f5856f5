// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/request_rate_view.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"
#include "ui/timeline/charts.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QRubberBand>
#include <QScatterSeries>
#include <QSplitter>
#include <QStackedBarSeries>
#include <QTableView>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kRateChartLines = 8;
constexpr int kTableCharacters = 40;
constexpr int kTimeLabels = 4; ///< of the time axis
constexpr int kMarker = 5;     ///< pixels

QString startOf(const RequestRate& rate, std::size_t bin)
{
    return bin == 0 && rate.begin == Instant{}
               ? QStringLiteral("0")
               : toQString(durationText(rate.begin.time_since_epoch() +
                                        rate.width * static_cast<std::int64_t>(bin)));
}

} // namespace

RequestRateView::RequestRateView(QWidget* parent)
    : QWidget(parent)
    , m_summary(makeHint({}, this))
    , m_view(new QChartView(this))
    , m_band(new QRubberBand(QRubberBand::Rectangle, m_view->viewport()))
    , m_rows(new ReportRows(this))
    , m_table(new QTableView(this))
    , m_both(makeSplitter(Qt::Horizontal, {}, this))
{
    setObjectName(QStringLiteral("requestRate"));
    m_summary->setObjectName(QStringLiteral("requestRateSummary"));
    m_view->setObjectName(QStringLiteral("requestRateChart"));
    m_view->setAccessibleName(tr("Requests per second; the table beside it has the same numbers"));
    m_view->setToolTip(tr("Draw over a range of time to see it in the timeline"));
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->viewport()->installEventFilter(this);
    setLeastLines(m_view, kRateChartLines);
    prepareTable(m_table, QStringLiteral("requestRateTable"), tr("Requests over time"));
    m_table->setModel(m_rows);
    setLeastCharacters(m_table, kTableCharacters);
    m_both->addWidget(m_view);
    m_both->addWidget(m_table);
    m_both->setStretchFactor(0, 3);
    m_both->setStretchFactor(1, 2);
    m_both->setSizes({600, 400});
    auto* layout = columnIn(this, 4);
    m_summary->setContentsMargins(16, 8, 16, 0);
    layout->addWidget(m_summary);
    layout->addWidget(m_both, 1);
    layout->addStretch();
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const int bin = m_binOfRow[static_cast<std::size_t>(index.row())];
        choose(bin, bin);
    });
}

void RequestRateView::display(const RunRecord& record)
{
    m_record = &record;
    m_isStale = true;
    if (isVisible()) {
        count();
    }
}

void RequestRateView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    count();
}

void RequestRateView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        draw();
    }
}

void RequestRateView::count()
{
    if (m_record == nullptr || !std::exchange(m_isStale, false)) {
        return;
    }
    m_rate = requestRateOf(*m_record);
    ReportTable table{{{"from"},
                       {.title = "first", .isNumber = true},
                       {.title = "retries", .isNumber = true},
                       {.title = "failed", .isNumber = true}},
                      {}};
    m_binOfRow.clear();
    int first = 0;
    int retries = 0;
    int failed = 0;
    int most = 0;
    for (std::size_t i = 0; i < m_rate.bins.size(); ++i) {
        const RateBin& bin = m_rate.bins[i];
        first += bin.first;
        retries += bin.retries;
        failed += bin.failed;
        most = std::max(most, bin.first + bin.retries);
        if (bin.first + bin.retries > 0) {
            m_binOfRow.push_back(static_cast<int>(i));
            table.add({{fromQString(startOf(m_rate, i))},
                       {numberText(bin.first)},
                       {numberText(bin.retries), bin.retries > 0 ? Tone::Warning : Tone::Plain},
                       {numberText(bin.failed), bin.failed > 0 ? Tone::Bad : Tone::Plain}});
        }
    }
    m_rows->display(std::move(table));
    m_summary->setText(
        m_record->isEmpty() ? tr("Requests per second appear here: first attempts, retries and failures.")
        : m_rate.bins.empty()
            ? tr("No request has a time.")
            : tr("%1, %2 of them retries, %3 failed · at most %4 requests per second, counted in steps of %5")
                  .arg(toQString(counted(first + retries, "request")), toQString(numberText(retries)),
                       toQString(numberText(failed)),
                       toQString(numberText(std::llround(m_rate.perSecond(most)))),
                       toQString(durationText(m_rate.width))));
    m_both->setVisible(!m_rate.bins.empty());
    draw();
}

void RequestRateView::draw()
{
    const Theme& theme = Theme::forPalette(palette());
    auto* first = new QBarSet(tr("First attempts"));
    auto* retries = new QBarSet(tr("Retries"));
    auto* failed = new QScatterSeries;
    failed->setName(tr("Failed"));
    failed->setColor(theme.stop);
    failed->setBorderColor(Qt::transparent);
    failed->setMarkerSize(Theme::scaled(kMarker));
    double highest = 1;
    for (std::size_t i = 0; i < m_rate.bins.size(); ++i) {
        const RateBin& bin = m_rate.bins[i];
        *first << m_rate.perSecond(bin.first);
        *retries << m_rate.perSecond(bin.retries);
        if (bin.failed > 0) {
            failed->append(static_cast<double>(i), m_rate.perSecond(bin.failed));
        }
        highest = std::max(highest, m_rate.perSecond(bin.first + bin.retries));
    }
    first->setColor(theme.wait);
    retries->setColor(theme.retryDelay);
    for (QBarSet* set : {first, retries}) {
        set->setBorderColor(Qt::transparent);
    }
    auto* bars = new QStackedBarSeries;
    bars->append(first);
    bars->append(retries);
    bars->setBarWidth(1);
    auto* chart = new QChart;
    chart->addSeries(bars);
    chart->addSeries(failed);
    auto* time = new QCategoryAxis;
    time->setTruncateLabels(false);
    time->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    const auto bins = static_cast<double>(m_rate.bins.size());
    time->setRange(-0.5, std::max(0.5, bins - 0.5));
    for (int label = 0; label < kTimeLabels && !m_rate.bins.empty(); ++label) {
        const auto bin = static_cast<std::size_t>(label * (bins - 1) / kTimeLabels); // none at the edge
        if (label == 0 || !time->categoriesLabels().contains(startOf(m_rate, bin))) {
            time->append(startOf(m_rate, bin), static_cast<double>(bin));
        }
    }
    auto* rate = new QValueAxis;
    rate->setTitleText(tr("Requests per second"));
    rate->setRange(0, highest);
    rate->applyNiceNumbers();
    rate->setLabelFormat(highest < 10 ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
    showChart(m_view, chart, time, rate);
    m_failures = failed;
}

int RequestRateView::binAt(int x) const
{
    const QPointF inScene = m_view->mapToScene(QPoint(x, 0));
    const double place = m_view->chart()->mapToValue(m_view->chart()->mapFromScene(inScene), m_failures).x();
    return static_cast<int>(
        std::clamp<double>(std::round(place), 0, static_cast<double>(m_rate.bins.size()) - 1));
}

void RequestRateView::choose(int first, int last)
{
    Q_EMIT rangeChosen(m_rate.begin + m_rate.width * first, m_rate.begin + m_rate.width * (last + 1));
}

bool RequestRateView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_view->viewport() || m_rate.bins.empty()) {
        return QWidget::eventFilter(watched, event);
    }
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
        m_pressedAt = mouse->pos().x();
    } else if (event->type() == QEvent::MouseMove && m_pressedAt >= 0) {
        const int here = mouse->pos().x();
        m_band->setGeometry(std::min(m_pressedAt, here), 0, std::abs(here - m_pressedAt),
                            m_view->viewport()->height());
        m_band->show();
    } else if (event->type() == QEvent::MouseButtonRelease && m_pressedAt >= 0) {
        m_band->hide();
        const int from = binAt(std::min(m_pressedAt, mouse->pos().x()));
        const int to = binAt(std::max(m_pressedAt, mouse->pos().x()));
        m_pressedAt = -1;
        choose(from, to);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
