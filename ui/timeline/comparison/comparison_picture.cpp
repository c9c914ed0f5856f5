// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/comparison/comparison_picture.h"

#include "core/io/files/library.h"
#include "ui/parts/tr.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/rows/plain_svg.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace retryscope::ui {

namespace {

constexpr double kPngScale = 2;
constexpr int kDotsPerInch = 96;

bool drawSvg(const ComparisonChart& chart, const QSize& size, QIODevice& device)
{
    QBuffer svg;
    svg.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&svg);
    generator.setResolution(kDotsPerInch);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(tr("Retry policies compared"));
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    chart.paintPicture(painter, size);
    return painter.end() && device.write(plainSvg(svg.data())) >= 0;
}

bool drawPng(const ComparisonChart& chart, const QSize& size, QIODevice& device)
{
    QImage image((QSizeF(size) * kPngScale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(kPngScale);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    chart.paintPicture(painter, size);
    painter.end();
    return image.save(&device, "PNG");
}

} // namespace

QString saveComparisonPicture(const ComparisonChart& chart, const QString& file, int width)
{
    const QString format = QFileInfo(file).suffix().toLower();
    if (format != QLatin1String("svg") && format != QLatin1String("png")) {
        return tr("Cannot save %1: “%2” is not a format of this picture. Use svg or png.").arg(file, format);
    }
    QBuffer content;
    content.open(QIODevice::WriteOnly);
    const QSize size = chart.pictureSize(width);
    const bool isDrawn =
        format == QLatin1String("svg") ? drawSvg(chart, size, content) : drawPng(chart, size, content);
    if (!isDrawn) {
        return tr("Cannot save %1: drawing the comparison failed.").arg(file);
    }
    const io::Result<io::Done> written = io::writeFile(file, content.data());
    return written ? QString() : written.error().text();
}

} // namespace retryscope::ui
