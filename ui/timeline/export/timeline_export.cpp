// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/export/timeline_export.h"

#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"
#include "ui/timeline/chart/legend.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/plain_svg.h"
#include "ui/timeline/strips/strip.h"
#include "ui/timeline/strips/strips.h"

#include <QBuffer>
#include <QChart>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr int kMargin = 24;
constexpr int kTextInset = 16;
constexpr double kGap = 12;
constexpr int kTallestChart = 4000; ///< beyond, rows get thinner than their labels
constexpr int kRoomyRows = 12;
constexpr double kRoomyShare = 0.8; ///< of the height of rows in the window
constexpr int kAxisHeight = 50;
constexpr double kStripHeight = 88;
constexpr int kFontPixels = 13;
constexpr int kDotsPerInch = 96;

/// Address without what may be a secret or too long to read: user, query, fragment.
QString shownUrl(const std::string& url)
{
    return QUrl(toQString(url)).toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

/// One page with everything on it, drawn top down.
class Page
{
public:
    Page(const RunRecord& record, const ExportOptions& options)
        : m_record(record), m_theme(*options.theme), m_view(options.view)
    {
        m_font.setPixelSize(kFontPixels);
        m_chart.setAttribute(Qt::WA_DontShowOnScreen);
        m_chart.setPalette(m_theme.palette());
        m_chart.setFont(m_font);
        m_chart.setWallClock(options.wallClock);
        m_chart.setRecord(&record);
        m_chart.resize(chartSize(options));
        m_chart.show();
        if (m_view != nullptr) {
            m_chart.showAs(*m_view);
        } else {
            m_chart.zoomToFit();
        }
        m_chart.chart()->layout()->activate();
        m_strips.choose(options.strips);
        m_strips.setRecord(&record);
        m_headHeight = paintHead(nullptr);
        m_legendHeight = paintLegend(nullptr, legendArea(0), m_chart.sight().legendParts(), m_theme, m_font);
    }

    [[nodiscard]] QSize size() const
    {
        const double strips = static_cast<double>(m_strips.shown().size()) * (kStripHeight + kGap);
        const double height = 2 * kMargin + m_headHeight + m_chart.height() + strips + kGap + m_legendHeight;
        return {m_chart.width() + 2 * kMargin, static_cast<int>(std::ceil(height))};
    }

    void paint(QPainter& painter)
    {
        painter.fillRect(QRect(QPoint(0, 0), size()), m_theme.card);
        paintHead(&painter);
        double y = kMargin + m_headHeight;
        m_chart.render(&painter, QRectF(QPointF(kMargin, y), QSizeF(m_chart.size())), m_chart.rect());
        y += m_chart.height();
        for (const Strip* strip : m_strips.shown()) {
            paintStrip(painter, *strip, QRectF(kMargin, y + kGap, m_chart.width(), kStripHeight));
            y += kStripHeight + kGap;
        }
        paintLegend(&painter, legendArea(y + kGap), m_chart.sight().legendParts(), m_theme, m_font);
    }

    [[nodiscard]] QString title() const
    {
        const RequestSpec& spec = m_record.header().spec;
        const QString scenario = toQString(m_record.header().scenarioId);
        const bool wasRetried = m_record.attemptCount() > static_cast<int>(m_record.calls().size());
        return (wasRetried ? tr("%1 %2: retries") : tr("%1 %2: no retries"))
            .arg(toQString(spec.method), scenario.isEmpty() ? shownUrl(spec.url) : scenario);
    }

    [[nodiscard]] QString description() const
    {
        const RunHeader& header = m_record.header();
        QStringList parts;
        const int attempts = m_record.attemptCount();
        parts << (attempts == 1 ? tr("1 attempt") : tr("%L1 attempts").arg(attempts));
        parts << toQString(summaryOf(m_record));
        if (header.clients > 1) {
            parts << tr("%L1 clients").arg(header.clients);
        }
        if (header.isVirtual) {
            parts << tr("virtual time");
        }
        parts << tr("seed %1").arg(header.seed);
        if (header.policy) {
            parts << tr("policy %1").arg(toQString(header.policy->policy.id));
        }
        if (m_view != nullptr) {
            parts << part();
        }
        const QString facts = parts.join(QStringLiteral(" · "));
        if (!header.policy) {
            return facts;
        }
        const Policy& policy = header.policy->policy;
        return toQString(policy.title) + QLatin1Char('\n') + facts;
    }

private:
    [[nodiscard]] double textWidth() const { return m_chart.width() - 2 * kTextInset; }
    [[nodiscard]] QRectF legendArea(double top) const { return {kMargin + kTextInset, top, textWidth(), 1}; }

    [[nodiscard]] QSize chartSize(const ExportOptions& options) const
    {
        const int width = std::max(options.width, ExportOptions::kNarrowest) - 2 * kMargin;
        if (m_view != nullptr) {
            return m_view->size().expandedTo({width, 1});
        }
        const RowHeights heights = rowHeightsFor(m_font);
        const double rows = m_chart.rows().isGrouped()             ? heights.call
                            : m_chart.rows().count() <= kRoomyRows ? heights.roomiest * kRoomyShare
                                                                   : heights.compact;
        const double wanted = std::max(1, m_chart.rows().count()) * rows + kAxisHeight;
        return {width, static_cast<int>(std::min<double>(wanted, kTallestChart))};
    }

    /// What the page shows of the whole.
    [[nodiscard]] QString part() const
    {
        const TimeScale& scale = m_chart.scale();
        return tr("shown: %1 to %2 of %3")
            .arg(textOf(scale.begin.time_since_epoch()),
                 textOf(std::min(scale.end, m_record.end()).time_since_epoch()),
                 textOf(m_record.end().time_since_epoch()));
    }

    /// Returns the height used; with painter nullptr it only measures.
    double paintHead(QPainter* painter) const
    {
        QFont large = Theme::boldFont(m_font);
        large.setPixelSize(kFontPixels * 4 / 3);
        double top = kMargin;
        const auto paragraph = [&](const QFont& font, const QColor& colour, const QString& text) {
            const QRectF room(kMargin + kTextInset, top, textWidth(), kTallestChart);
            const QRectF used = QFontMetricsF(font).boundingRect(room, Qt::TextWordWrap, text);
            if (painter != nullptr) {
                painter->setFont(font);
                painter->setPen(colour);
                painter->drawText(room, Qt::TextWordWrap, text);
            }
            top += used.height() + 2;
        };
        paragraph(large, m_theme.text, title());
        for (const QString& line : description().split(QLatin1Char('\n'))) {
            paragraph(m_font, m_theme.muted, line);
        }
        return top - kMargin + kGap;
    }

    void paintStrip(QPainter& painter, const Strip& strip, const QRectF& area) const
    {
        TimeScale scale = m_chart.scale();
        scale.left += area.left();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(m_theme.border, 1));
        painter.drawLine(area.topLeft(), area.topRight());
        strip.paintCurve(
            painter,
            {.theme = &m_theme, .font = m_font, .area = area, .scale = scale, .end = m_record.end()});
    }

    const RunRecord& m_record;
    const Theme& m_theme;
    const TimelineChart* m_view;
    QFont m_font;
    TimelineChart m_chart;
    Strips m_strips;
    double m_headHeight = 0;
    double m_legendHeight = 0;
};

QImage imageOf(Page& page, int scale)
{
    QImage image(page.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), page.title());
    image.setText(QStringLiteral("Description"), page.description());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    page.paint(painter);
    return image;
}

bool drawSvg(Page& page, QIODevice& device, const ExportOptions& /*options*/)
{
    QBuffer svg;
    svg.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&svg);
    generator.setResolution(kDotsPerInch);
    generator.setSize(page.size());
    generator.setViewBox(QRect(QPoint(0, 0), page.size()));
    generator.setTitle(page.title().toHtmlEscaped()); // the generator writes these two as they are
    generator.setDescription(page.description().toHtmlEscaped());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    page.paint(painter);
    return painter.end() && device.write(plainSvg(svg.data())) >= 0;
}

bool drawPng(Page& page, QIODevice& device, const ExportOptions& options)
{
    return imageOf(page, options.scale).save(&device, "PNG");
}

bool drawPdf(Page& page, QIODevice& device, const ExportOptions& /*options*/)
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

QString exportTimeline(const RunRecord& record, const QString& file, const ExportOptions& options)
{
    const QString format = QFileInfo(file).suffix().toLower();
    bool (*draw)(Page&, QIODevice&, const ExportOptions&) = nullptr;
    if (format == QLatin1String("svg")) {
        draw = drawSvg;
    } else if (format == QLatin1String("png")) {
        draw = drawPng;
    } else if (format == QLatin1String("pdf")) {
        draw = drawPdf;
    } else {
        return tr("Cannot save %1: “%2” is not a format of the timeline. Use svg, png or pdf.")
            .arg(file, format);
    }
    QBuffer content;
    content.open(QIODevice::WriteOnly);
    Page page(record, options);
    if (!draw(page, content, options)) {
        return tr("Cannot save %1: drawing the timeline failed.").arg(file);
    }
    const io::Result<io::Done> written = io::writeFile(file, content.data());
    return written ? QString() : written.error().text();
}

QImage timelineImage(const RunRecord& record, const ExportOptions& options)
{
    Page page(record, options);
    return imageOf(page, options.scale);
}

} // namespace retryscope::ui
