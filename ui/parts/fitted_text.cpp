// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/fitted_text.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

const QChar kEllipsis(0x2026);

constexpr qsizetype kMostLaidOut = 20'000; ///< characters: laying out megabytes would stop the window

CutTexts* s_collected = nullptr;

/// Pixels that a text may have there: widths from QFontMetrics are rounded down.
double roomIn(double width)
{
    return std::floor(std::max(0.0, width)) + 0.99;
}

/// As one line, without what no place has room for.
QString boundedLine(const QString& text)
{
    QString line = text.size() <= kMostLaidOut ? text : text.left(kMostLaidOut) + kEllipsis;
    return line.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

/// Letters at the beginning of both texts, up to the end of a word.
qsizetype sharedLength(const QString& text, const QString& neighbour)
{
    const auto differ = std::mismatch(text.begin(), text.end(), neighbour.begin(), neighbour.end()).first;
    const auto equal = static_cast<qsizetype>(differ - text.begin());
    qsizetype word = 0;
    for (qsizetype at = 1; at <= equal && at < text.size(); ++at) {
        if (text.at(at - 1).isSpace() || text.at(at - 1) == QLatin1Char('/')) {
            word = at;
        }
    }
    return word;
}

QString withoutShared(const QString& text, const QStringList& neighbours)
{
    qsizetype shared = 0;
    for (const QString& neighbour : neighbours) {
        shared = neighbour == text ? shared : std::max(shared, sharedLength(text, neighbour));
    }
    return shared == 0 ? text : kEllipsis + text.mid(shared);
}

/// As many of the parts between middle dots as find room; all of them if even the first does not.
QString withWholeParts(const QString& text, const QFontMetricsF& metrics, double room)
{
    for (qsizetype end = text.size(); end > 0; end = text.lastIndexOf(QStringLiteral(" · "), end - 1)) {
        const QString shown = text.left(end).trimmed();
        if (metrics.horizontalAdvance(shown) <= room) {
            return shown;
        }
    }
    return text;
}

/// All lines but the last break at words; the last one has the rest.
QStringList brokenLines(const QString& text, const QFont& font, double width, int lines)
{
    if (lines < 2) {
        return {text};
    }
    QStringList broken;
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (int count = 1; count < lines; ++count) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(width);
        broken += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    const QTextLine rest = layout.createLine();
    if (rest.isValid()) {
        broken += text.mid(rest.textStart());
    }
    layout.endLayout();
    return broken;
}

} // namespace

QStringList fittedLines(const QString& text, const QFont& font, double width, const Fit& fit)
{
    const QFontMetricsF metrics(font);
    const double room = roomIn(width);
    const QString whole = boundedLine(text);
    if (metrics.horizontalAdvance(whole) <= room) {
        return {whole};
    }
    const auto isTooWide = [&metrics, room](const QStringList& lines) {
        return metrics.horizontalAdvance(lines.last()) > room;
    };
    QStringList lines = brokenLines(whole, font, room, fit.lines);
    if (!isTooWide(lines)) {
        return lines;
    }
    if (fit.loss == Loss::Shared) {
        lines = brokenLines(withoutShared(whole, fit.neighbours), font, room, fit.lines);
    }
    if (fit.loss == Loss::Parts) {
        lines.last() = withWholeParts(lines.last(), metrics, room);
    }
    if (isTooWide(lines)) {
        const Qt::TextElideMode mode = fit.loss == Loss::Middle ? Qt::ElideMiddle : Qt::ElideRight;
        lines.last() = metrics.elidedText(lines.last(), mode, room);
    }
    if (s_collected != nullptr) {
        s_collected->add({.whole = whole, .shown = lines.join(QLatin1Char(' ')), .loss = fit.loss});
    }
    return lines;
}

int widthOfLine(const QString& text, const QFont& font)
{
    constexpr qsizetype kLongestKnown = 64;
    constexpr qsizetype kMostKnown = 4000;
    struct Known
    {
        QFont font;
        QHash<QString, int> widths;
    };
    static std::array<Known, 4> known; // plain and bold, normal and small
    static std::size_t next = 0;
    if (text.size() > kLongestKnown) {
        return QFontMetrics(font).horizontalAdvance(text);
    }
    auto place = std::ranges::find(known, font, &Known::font);
    if (place == known.end()) {
        place = known.begin() + static_cast<std::ptrdiff_t>(next++ % known.size());
        *place = {font, {}};
    }
    if (place->widths.size() > kMostKnown) {
        place->widths.clear();
    }
    const auto width = place->widths.constFind(text);
    return width != place->widths.constEnd()
               ? *width
               : *place->widths.insert(text, QFontMetrics(font).horizontalAdvance(text));
}

int fittedHeight(const QString& text, const QFont& font, int width, int lines)
{
    const QFontMetricsF metrics(font);
    const double room = roomIn(width);
    const QString whole = boundedLine(text);
    const qsizetype count =
        metrics.horizontalAdvance(whole) <= room ? 1 : brokenLines(whole, font, room, lines).size();
    return static_cast<int>(std::ceil(static_cast<double>(count) * metrics.height()));
}

void drawFitted(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
                const Fit& fit)
{
    const QStringList lines = fittedLines(text, painter.font(), rect.width(), fit);
    // The rectangle of a text that just fits may be narrower by less than a pixel.
    painter.drawText(rect.adjusted(0, 0, alignment.testFlag(Qt::AlignRight) ? 0 : 1, 0),
                     static_cast<int>(alignment | Qt::TextDontClip), lines.join(QLatin1Char('\n')));
}

CutTexts::CutTexts()
{
    s_collected = this;
}

CutTexts::~CutTexts()
{
    s_collected = nullptr;
}

QStringList CutTexts::forbidden() const
{
    QStringList texts;
    for (const CutText& text : m_all) {
        if (text.loss == Loss::Nothing) {
            texts += text.whole;
        }
    }
    return texts;
}

void CutTexts::add(CutText text)
{
    m_all.push_back(std::move(text));
}

} // namespace retryscope::ui
