// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/overview_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace retryscope::ui {

namespace {

/// Premultiplied, by ink.
std::array<QRgb, kInks> coloursOf(const Theme& theme)
{
    std::array<QRgb, kInks> colours{};
    const std::array<QColor, kInks> inks{Qt::transparent, theme.delayWindow, theme.retryDelay,
                                         theme.sendDelay, theme.attempt,     theme.succeed,
                                         theme.wait,      theme.stop};
    std::transform(inks.begin(), inks.end(), colours.begin(),
                   [](const QColor& ink) { return qPremultiply(ink.rgba()); });
    return colours;
}

/// One line of pixels at a time, and the rows that meet in it.
class Line
{
public:
    Line(int width, const TimelineScene& scene, double ratio)
        : m_inks(static_cast<std::size_t>(width))
        , m_width(width)
        , m_scene(scene)
        , m_begin(scene.scale.begin.time_since_epoch().count())
        , m_columnsPerMicro(scene.scale.width * ratio / static_cast<double>(scene.scale.length().count()))
        , m_pixel(static_cast<std::int64_t>(1 / m_columnsPerMicro))
    {
    }

    void paint(RowSpan rows, OverviewGroups& groups)
    {
        std::fill(m_inks.begin(), m_inks.end(), uchar{0});
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

    void copyTo(QRgb* pixels, const std::array<QRgb, kInks>& colours) const
    {
        std::transform(m_inks.begin(), m_inks.end(), pixels, [&colours](uchar ink) { return colours[ink]; });
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
        for (auto x = static_cast<std::size_t>(from); x < static_cast<std::size_t>(to); ++x) {
            m_inks[x] = std::max(m_inks[x], value);
        }
    }

    [[nodiscard]] int columnOf(Instant instant) const
    {
        const double x =
            static_cast<double>(instant.time_since_epoch().count() - m_begin) * m_columnsPerMicro;
        return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(m_width)));
    }

    std::vector<uchar> m_inks; ///< one of `Ink` for each pixel
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

void paintOverviewOn(QImage& image, const TimelineScene& scene, OverviewGroups& groups,
                     double devicePixelRatio, RowSpan lines)
{
    const QSize size = QSizeF(std::ceil(scene.plot.width() * devicePixelRatio),
                              std::ceil(scene.plot.height() * devicePixelRatio))
                           .toSize()
                           .expandedTo({1, 1});
    if (image.size() != size) {
        image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    }
    image.setDevicePixelRatio(devicePixelRatio);
    const std::array<QRgb, kInks> colours = coloursOf(*scene.theme);
    Line line(size.width(), scene, devicePixelRatio);
    for (int y = 0; y < size.height(); ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y)); // NOLINT: how QImage gives its pixels
        if (y < lines.first || y > lines.last) {
            std::fill_n(pixels, size.width(), QRgb{0});
            continue;
        }
        line.paint(rowsInLine(scene.layout, y, devicePixelRatio), groups);
        line.copyTo(pixels, colours);
    }
}

QImage overviewImage(const TimelineScene& scene, OverviewGroups& groups, double devicePixelRatio)
{
    QImage image;
    paintOverviewOn(image, scene, groups, devicePixelRatio, {0, std::numeric_limits<int>::max()});
    return image;
}

} // namespace retryscope::ui
