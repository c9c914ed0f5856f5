// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/overview_image.h"

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

/// Index into the image's colours; painted in this order, so that later ones win.
enum class Ink : uchar { Nothing, Window, RetryDelay, SendDelay, Attempt, Succeeded, Stopped };

QList<QRgb> coloursOf(const Theme& theme)
{
    return {QColor(Qt::transparent).rgba(),
            theme.delayWindow.rgba(),
            theme.retryDelay.rgba(),
            theme.sendDelay.rgba(),
            theme.wait.rgba(),
            theme.succeed.rgba(),
            theme.stop.rgba()};
}

/// One line of pixels and the rows that meet in it.
class Line
{
public:
    Line(uchar* pixels, int width, const TimelineScene& scene, double ratio)
        : m_pixels(pixels), m_width(width), m_scene(scene), m_ratio(ratio)
    {
    }

    void paint(int firstRow, int lastRow)
    {
        for (const Ink ink :
             {Ink::Window, Ink::RetryDelay, Ink::SendDelay, Ink::Attempt, Ink::Succeeded, Ink::Stopped}) {
            for (int row = firstRow; row <= lastRow; ++row) {
                const AttemptBar& bar = (*m_scene.bars)[static_cast<std::size_t>(row)];
                paintPart(bar.state == AttemptBar::State::Done ? bar : m_scene.barAt(row), ink);
            }
        }
    }

private:
    void paintPart(const AttemptBar& bar, Ink ink)
    {
        switch (ink) {
        case Ink::Window:
            return fill(bar.windowBegin, bar.windowEnd, ink, 0);
        case Ink::RetryDelay:
            return fill(bar.end, bar.delayEnd, ink, 0);
        case Ink::SendDelay:
            return fill(bar.sendDelayBegin, bar.start, ink, 0);
        case Ink::Attempt:
        case Ink::Succeeded:
        case Ink::Stopped:
            if (attemptInk(bar) == ink) {
                fill(bar.start, bar.end, ink, 1);
            }
            return;
        case Ink::Nothing:
            return;
        }
    }

    static Ink attemptInk(const AttemptBar& bar)
    {
        if (bar.state == AttemptBar::State::Running || bar.verdict == Verdict::Retry) {
            return Ink::Attempt;
        }
        return bar.verdict == Verdict::Stop ? Ink::Stopped : Ink::Succeeded;
    }

    void fill(Instant begin, Instant end, Ink ink, int atLeast)
    {
        const int from = columnOf(begin);
        const int to = std::min(m_width, std::max(columnOf(end), from + atLeast));
        if (to > from) {
            std::fill(m_pixels + from, m_pixels + to, static_cast<uchar>(ink));
        }
    }

    [[nodiscard]] int columnOf(Instant instant) const
    {
        const double x = (m_scene.scale.toX(instant) - m_scene.plot.left()) * m_ratio;
        return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(m_width)));
    }

    uchar* m_pixels;
    int m_width;
    const TimelineScene& m_scene;
    double m_ratio;
};

} // namespace

QImage overviewImage(const TimelineScene& scene, double devicePixelRatio)
{
    const QSize size(static_cast<int>(std::ceil(scene.plot.width() * devicePixelRatio)),
                     static_cast<int>(std::ceil(scene.plot.height() * devicePixelRatio)));
    QImage image(size.expandedTo({1, 1}), QImage::Format_Indexed8);
    image.setColorTable(coloursOf(*scene.theme));
    image.fill(0);
    image.setDevicePixelRatio(devicePixelRatio);
    const double rowsPerLine = 1 / (scene.layout.rowHeight * devicePixelRatio);
    const double firstRow = scene.layout.offset / scene.layout.rowHeight;
    const int count = std::min(scene.layout.rows, static_cast<int>(scene.bars->size()));
    for (int y = 0; y < image.height(); ++y) {
        const int from = static_cast<int>(firstRow + y * rowsPerLine);
        const int to = std::max(from, static_cast<int>(std::ceil(firstRow + (y + 1) * rowsPerLine)) - 1);
        if (from >= count) {
            break;
        }
        Line(image.scanLine(y), image.width(), scene, devicePixelRatio).paint(from, std::min(to, count - 1));
    }
    return image;
}

} // namespace retryscope::ui
