// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/overview_image.h"

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

QList<QRgb> coloursOf(const Theme& theme)
{
    return {QColor(Qt::transparent).rgba(),
            theme.delayWindow.rgba(),
            theme.retryDelay.rgba(),
            theme.sendDelay.rgba(),
            theme.attempt.rgba(),
            theme.succeed.rgba(),
            theme.wait.rgba(),
            theme.stop.rgba()};
}

/// One line of pixels and the rows that meet in it.
class Line
{
public:
    Line(uchar* pixels, int width, const TimelineScene& scene, double ratio)
        : m_pixels(pixels)
        , m_width(width)
        , m_scene(scene)
        , m_begin(scene.scale.begin.time_since_epoch().count())
        , m_columnsPerMicro(scene.scale.width * ratio / static_cast<double>(scene.scale.length().count()))
        , m_pixel(static_cast<std::int64_t>(1 / m_columnsPerMicro))
    {
    }

    void paint(RowSpan rows, OverviewGroups& groups)
    {
        int row = rows.first;
        while (row <= rows.last) {
            const bool isWhole =
                row % OverviewGroups::kRows == 0 && row + OverviewGroups::kRows - 1 <= rows.last;
            const OverviewGroups::Group* group =
                isWhole ? groups.at(row / OverviewGroups::kRows, m_scene) : nullptr;
            if (group != nullptr) {
                paintGroup(*group, row);
                row += OverviewGroups::kRows;
            } else {
                paintRow(row++, ~0U);
            }
        }
    }

private:
    void paintGroup(const OverviewGroups::Group& group, int firstRow)
    {
        unsigned holey = 0;
        for (int ink = 1; ink < kInks; ++ink) {
            const OverviewGroups::Stretch& stretch = group.inks[static_cast<std::size_t>(ink)];
            if (stretch.begin > stretch.end || stretch.begin > m_scene.scale.end ||
                stretch.end < m_scene.scale.begin) {
                continue;
            }
            if (stretch.hole < m_pixel) {
                fill(static_cast<Ink>(ink), stretch.begin, stretch.end);
            } else {
                holey |= 1U << static_cast<unsigned>(ink);
            }
        }
        for (int row = firstRow; holey != 0 && row < firstRow + OverviewGroups::kRows; ++row) {
            paintRow(row, holey);
        }
    }

    /// inks: a bit for each that is wanted.
    void paintRow(int row, unsigned inks)
    {
        forEachPart(m_scene, row, [this, inks](Ink ink, Instant begin, Instant end) {
            if ((inks & (1U << static_cast<unsigned>(ink))) != 0) {
                fill(ink, begin, end);
            }
        });
    }

    void fill(Ink ink, Instant begin, Instant end)
    {
        if (end < m_scene.scale.begin || begin > m_scene.scale.end) {
            return;
        }
        const int from = std::min(columnOf(begin), m_width - 1);
        const int atLeast = ink >= Ink::Running ? 1 : 0; // an attempt is always seen
        const int to = std::min(m_width, std::max(columnOf(end), from + atLeast));
        const auto value = static_cast<uchar>(ink);
        for (int x = from; x < to; ++x) {
            m_pixels[x] = std::max(m_pixels[x], value);
        }
    }

    [[nodiscard]] int columnOf(Instant instant) const
    {
        const double x =
            static_cast<double>(instant.time_since_epoch().count() - m_begin) * m_columnsPerMicro;
        return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(m_width)));
    }

    uchar* m_pixels;
    int m_width;
    const TimelineScene& m_scene;
    std::int64_t m_begin;
    double m_columnsPerMicro;
    Duration m_pixel;
};

} // namespace

RowSpan rowsInLine(const RowLayout& layout, int y, double devicePixelRatio)
{
    const double perLine = 1 / (layout.rowHeight * devicePixelRatio);
    const double firstRow = layout.offset / layout.rowHeight;
    const int from = static_cast<int>(firstRow + y * perLine);
    const int to = std::max(from, static_cast<int>(std::ceil(firstRow + (y + 1) * perLine)) - 1);
    return {from, std::min(to, layout.rows - 1)};
}

QImage overviewImage(const TimelineScene& scene, OverviewGroups& groups, double devicePixelRatio,
                     RowSpan lines)
{
    const QSize size(static_cast<int>(std::ceil(scene.plot.width() * devicePixelRatio)),
                     static_cast<int>(std::ceil(scene.plot.height() * devicePixelRatio)));
    QImage image(size.expandedTo({1, 1}), QImage::Format_Indexed8);
    image.setColorTable(coloursOf(*scene.theme));
    image.fill(0);
    image.setDevicePixelRatio(devicePixelRatio);
    for (int y = std::max(0, lines.first); y < std::min(image.height(), lines.last + 1); ++y) {
        Line(image.scanLine(y), image.width(), scene, devicePixelRatio)
            .paint(rowsInLine(scene.layout, y, devicePixelRatio), groups);
    }
    return image;
}

QImage overviewImage(const TimelineScene& scene, OverviewGroups& groups, double devicePixelRatio)
{
    return overviewImage(scene, groups, devicePixelRatio, {0, 1'000'000});
}

} // namespace retryscope::ui
