// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_export.h"

#include "core/explain/explain.h"
#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/quota_painter.h"
#include "ui/timeline/timeline_chart.h"

#include <QBuffer>
#include <QChart>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace retryscope::ui {

namespace {

constexpr int kWidth = 1200;
constexpr int kMargin = 24;
constexpr int kTallestChart = 1600;
constexpr double kQuotaHeight = 96;
constexpr int kFontPixels = 13;
constexpr int kDotsPerInch = 96;
constexpr double kPngScale = 2;

QString tr(const char* text)
{
    return QCoreApplication::translate("TimelineExport", text);
}

/// One page with everything on it, drawn top down.
class Page
{
public:
    Page(const RunRecord& record, bool wallClock) : m_record(record), m_theme(Theme::light())
    {
        m_font.setPixelSize(kFontPixels);
        m_chart.setAttribute(Qt::WA_DontShowOnScreen);
        m_chart.setPalette(m_theme.palette());
        m_chart.setFont(m_font);
        m_chart.setWallClock(wallClock);
        m_chart.setRecord(&record);
        const RowHeights heights = rowHeightsFor(m_font);
        const double rows = record.attemptCount() <= 12 ? heights.roomy : heights.compact;
        const double wanted = std::max(1, record.attemptCount()) * rows + 50;
        m_chart.resize(kWidth - 2 * kMargin, static_cast<int>(std::min<double>(wanted, kTallestChart)));
        m_chart.show();
        m_chart.zoomToFit();
        m_chart.chart()->layout()->activate();
        m_curve = quotaCurveFor(record, 0);
        m_legendHeight = paintLegend(nullptr, legendArea(0), m_chart.legendParts(), m_theme, m_font);
    }

    [[nodiscard]] QSize size() const
    {
        const double quota = hasQuota() ? kQuotaHeight + 12 : 0;
        const double height = 2 * kMargin + headHeight() + m_chart.height() + quota + 12 + m_legendHeight;
        return {kWidth, static_cast<int>(std::ceil(height))};
    }

    void paint(QPainter& painter)
    {
        painter.fillRect(QRect(QPoint(0, 0), size()), m_theme.card);
        paintHead(painter);
        double y = kMargin + headHeight();
        m_chart.render(&painter, QRectF(QPointF(kMargin, y), QSizeF(m_chart.size())), m_chart.rect());
        y += m_chart.height();
        if (hasQuota()) {
            paintQuota(painter, QRectF(kMargin, y + 12, kWidth - 2 * kMargin, kQuotaHeight));
            y += kQuotaHeight + 12;
        }
        paintLegend(&painter, legendArea(y + 12), m_chart.legendParts(), m_theme, m_font);
    }

    [[nodiscard]] QString title() const
    {
        const RequestSpec& spec = m_record.header().spec;
        const QString scenario = textOf(m_record.header().scenarioId);
        const QString target = scenario.isEmpty() ? textOf(spec.url) : scenario;
        return tr("%1 %2: how it was retried").arg(textOf(spec.method), target);
    }

    [[nodiscard]] QString description() const
    {
        const RunHeader& header = m_record.header();
        QStringList parts;
        if (header.policy) {
            const Policy& policy = header.policy->policy;
            parts << tr("policy %1 (%2)").arg(textOf(policy.title), textOf(policy.id));
        }
        parts << tr("seed %1").arg(header.seed);
        parts << tr("attempts: %1").arg(m_record.attemptCount());
        if (m_record.calls().size() == 1) {
            parts << textOf(summaryOf(m_record.calls().front()));
        }
        if (header.isVirtual) {
            parts << tr("virtual time");
        }
        return parts.join(QStringLiteral(" · "));
    }

private:
    [[nodiscard]] bool hasQuota() const { return m_curve.capacity.has_value() || m_curve.hasLimiter; }
    [[nodiscard]] double headHeight() const { return 3.2 * QFontMetricsF(m_font).height(); }
    [[nodiscard]] QRectF legendArea(double top) const
    {
        return {kMargin + 16, top, kWidth - 2 * kMargin - 32, 1};
    }

    void paintHead(QPainter& painter)
    {
        QFont large = Theme::boldFont(m_font);
        large.setPixelSize(kFontPixels * 4 / 3);
        const QFontMetricsF largeMetrics(large);
        const double width = kWidth - 2 * kMargin - 32;
        painter.setFont(large);
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(kMargin + 16, kMargin, width, largeMetrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         largeMetrics.elidedText(title(), Qt::ElideRight, width));
        const QFontMetricsF metrics(m_font);
        painter.setFont(m_font);
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(kMargin + 16, kMargin + largeMetrics.height() + 2, width, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(description(), Qt::ElideRight, width));
    }

    void paintQuota(QPainter& painter, const QRectF& area)
    {
        TimeScale scale = m_chart.scale();
        scale.left += area.left();
        const QuotaScene scene{.curve = &m_curve,
                               .theme = &m_theme,
                               .font = m_font,
                               .area = area,
                               .scale = scale,
                               .end = m_record.end()};
        QuotaPainter(painter, scene).paint();
    }

    const RunRecord& m_record;
    const Theme& m_theme;
    QFont m_font;
    TimelineChart m_chart;
    QuotaCurve m_curve;
    double m_legendHeight = 0;
};

bool drawSvg(Page& page, QIODevice& device)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(kDotsPerInch);
    generator.setSize(page.size());
    generator.setViewBox(QRect(QPoint(0, 0), page.size()));
    generator.setTitle(page.title());
    generator.setDescription(page.description());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    page.paint(painter);
    return painter.end();
}

bool drawPng(Page& page, QIODevice& device)
{
    QImage image((QSizeF(page.size()) * kPngScale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(kPngScale);
    image.setText(QStringLiteral("Title"), page.title());
    image.setText(QStringLiteral("Description"), page.description());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    page.paint(painter);
    painter.end();
    return image.save(&device, "PNG");
}

bool drawPdf(Page& page, QIODevice& device)
{
    QPdfWriter writer(&device);
    writer.setResolution(kDotsPerInch);
    writer.setTitle(page.title());
    writer.setPageSize(
        QPageSize(QSizeF(page.size()) * 72.0 / kDotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return false;
    }
    page.paint(painter);
    return painter.end();
}

} // namespace

QString exportTimeline(const RunRecord& record, const QString& file, bool wallClock)
{
    const QString format = QFileInfo(file).suffix().toLower();
    bool (*draw)(Page&, QIODevice&) = nullptr;
    if (format == QLatin1String("svg")) {
        draw = drawSvg;
    } else if (format == QLatin1String("png")) {
        draw = drawPng;
    } else if (format == QLatin1String("pdf")) {
        draw = drawPdf;
    } else {
        return tr("%1: the ending “%2” is no format of the timeline; svg, png and pdf are.")
            .arg(file, format);
    }
    QBuffer content;
    content.open(QIODevice::WriteOnly);
    Page page(record, wallClock);
    if (!draw(page, content)) {
        return tr("%1: the timeline could not be drawn.").arg(file);
    }
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly) || target.write(content.data()) < 0 || !target.commit()) {
        return tr("%1 cannot be written: %2").arg(file, target.errorString());
    }
    return {};
}

} // namespace retryscope::ui
