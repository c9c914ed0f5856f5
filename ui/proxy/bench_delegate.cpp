// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_delegate.h"

#include "core/io/text/utf8.h"
#include "core/probe/bench.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/verdict_sign.h"
#include "ui/proxy/bench_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kBenchPadding = 8;
constexpr int kSelectionBar = 3;
constexpr int kRowPadding = 10;

/// Both sides of a cell, as far as it was judged.
struct PaintedVerdict
{
    Verdict direct = Verdict::Succeed;
    Verdict through = Verdict::Succeed;
    DelayChange delay = DelayChange::Same;

    [[nodiscard]] bool isFlipped() const { return direct != through; }
    [[nodiscard]] bool isQuiet() const { return !isFlipped() && delay == DelayChange::Same; }
    /// A retry that is lost, or a success that is none.
    [[nodiscard]] bool isHarmful() const { return isFlipped() && through != Verdict::Retry; }
    /// A failure that a client takes for a success: worse than one that it reports.
    [[nodiscard]] bool isUnnoticed() const { return direct == Verdict::Retry && through == Verdict::Succeed; }
    [[nodiscard]] QString word() const
    {
        if (isUnnoticed()) {
            return BenchDelegate::tr("unnoticed");
        }
        if (delay != DelayChange::Same && !isFlipped()) {
            return delay == DelayChange::Sooner ? BenchDelegate::tr("sooner") : BenchDelegate::tr("later");
        }
        return toQString(toString(through));
    }
};

PaintedVerdict paintedVerdict(const QModelIndex& index)
{
    return {static_cast<Verdict>(index.data(BenchModel::DirectRole).toInt()),
            static_cast<Verdict>(index.data(BenchModel::ThroughRole).toInt()),
            static_cast<DelayChange>(index.data(BenchModel::DelayRole).toInt())};
}

/// What nothing is to be seen at: its signs in the colour of secondary text.
Theme quietTheme(Theme theme)
{
    theme.retry = theme.stop = theme.succeed = theme.muted;
    return theme;
}

/// For a success that is none.
Theme alarmingTheme(Theme theme)
{
    theme.succeed = theme.danger;
    return theme;
}

void paintText(QPainter& painter, const QRect& rect, const QString& text, Qt::Alignment alignment,
               Loss loss = Loss::End)
{
    drawFitted(painter, rect, alignment | Qt::AlignVCenter, text, {.loss = loss});
}

} // namespace

QString benchMarkWord(int mark)
{
    switch (mark) {
    case BenchModel::Mended:
        return BenchDelegate::tr("fixed");
    case BenchModel::New:
        return BenchDelegate::tr("worse");
    case BenchModel::Differs:
        return BenchDelegate::tr("differs");
    case BenchModel::SameBody:
        return BenchDelegate::tr("same body");
    default:
        return {};
    }
}

void BenchDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, isSelected ? theme.selection : theme.card);
    painter->setFont(option.font);
    painter->setPen(theme.text);
    if (index.data(BenchModel::ThroughRole).isValid()) {
        paintVerdict(*painter, option, index);
    } else if (index.column() == BenchModel::Behaviour) {
        paintBehaviour(*painter, option, index);
    } else {
        const bool isStrong = index.data(BenchModel::IsStrongRole).toBool();
        const bool isCount = index.column() == BenchModel::Arrivals;
        painter->setPen(!isStrong ? theme.muted : isCount ? theme.warning : theme.text);
        painter->setFont(isStrong ? Theme::boldFont(option.font) : option.font);
        paintText(*painter, option.rect.adjusted(kBenchPadding, 0, -kBenchPadding, 0),
                  index.data().toString(), isCount ? Qt::AlignRight : Qt::AlignLeft);
    }
    painter->setPen(theme.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (index.column() >= BenchModel::FirstPolicy) {
        painter->drawLine(option.rect.topLeft(), option.rect.bottomLeft());
    }
    if (isSelected && index.column() == BenchModel::Behaviour) {
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kSelectionBar, option.rect.height())),
                          theme.accent);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(theme.focus, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

void BenchDelegate::paintBehaviour(QPainter& painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    QRect rect = option.rect.adjusted(2 * kBenchPadding, 0, -kBenchPadding, 0);
    const QFont bold = Theme::boldFont(option.font);
    const QFont small = Theme::smallFont(option.font);
    // kept: room to the right that the text leaves free
    const auto put = [&painter, &rect](const QFont& font, const QColor& colour, const QString& text,
                                       int kept = 0) {
        painter.setFont(font);
        painter.setPen(colour);
        paintText(painter, rect.adjusted(0, 0, -kept, 0), text, Qt::AlignLeft);
        const int width =
            std::min(painter.fontMetrics().horizontalAdvance(text), std::max(0, rect.width() - kept));
        rect.setLeft(std::min(rect.right(), rect.left() + width + kBenchPadding));
    };
    const int mark = index.data(BenchModel::MarkRole).toInt();
    const QString word = benchMarkWord(mark);
    const QFont ofMark = Theme::boldFont(small);
    const int kept = word.isEmpty() ? 0 : QFontMetrics(ofMark).horizontalAdvance(word) + 2 * kBenchPadding;
    put(bold, theme.text, index.data().toString(), kept);
    if (!word.isEmpty()) {
        put(ofMark,
            mark == BenchModel::Mended || mark == BenchModel::SameBody ? theme.success
            : mark == BenchModel::New                                  ? theme.danger
                                                                       : theme.warning,
            word);
    }
    put(small, theme.muted, index.data(BenchModel::DetailRole).toString());
}

void BenchDelegate::paintVerdict(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const Theme quiet = quietTheme(theme);
    const PaintedVerdict verdict = paintedVerdict(index);
    const Theme& drawn = verdict.isQuiet() ? quiet : theme;
    if (!verdict.isQuiet()) {
        painter.fillRect(option.rect, verdict.isHarmful() ? theme.dangerBackground : theme.warningBackground);
    }
    const int side = option.fontMetrics.height() * 4 / 5;
    QRectF sign(option.rect.left() + kBenchPadding, option.rect.center().y() - side / 2.0, side, side);
    if (verdict.isFlipped()) {
        paintSign(painter, sign, signOf(verdict.direct), drawn);
        sign.translate(side, 0);
        painter.setPen(theme.muted);
        painter.drawText(sign, Qt::AlignCenter, QStringLiteral("›"));
        sign.translate(side, 0);
    }
    const Sign through = verdict.isUnnoticed() ? Sign::Failed : signOf(verdict.through);
    paintSign(painter, sign, signOf(verdict.through), verdict.isUnnoticed() ? alarmingTheme(theme) : drawn);
    const int left = static_cast<int>(sign.right()) + kBenchPadding / 2;
    const QRect room(left, option.rect.top(), std::max(0, option.rect.right() - left - 2),
                     option.rect.height());
    painter.setPen(verdict.isQuiet() ? theme.muted : signColour(through, theme));
    painter.setFont(verdict.isQuiet() ? option.font : Theme::boldFont(option.font));
    if (painter.fontMetrics().horizontalAdvance(verdict.word()) <= room.width()) {
        paintText(painter, room, verdict.word(), Qt::AlignLeft, Loss::Nothing);
    }
}

QSize BenchDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFont bold = Theme::boldFont(option.font);
    const int height = option.fontMetrics.height() + kRowPadding;
    if (index.data(BenchModel::ThroughRole).isValid()) {
        const PaintedVerdict verdict = paintedVerdict(index);
        const int signs = (verdict.isFlipped() ? 3 : 1) * (option.fontMetrics.height() * 4 / 5);
        return {2 * kBenchPadding + signs + widthOfLine(verdict.word(), bold) + 4, height};
    }
    int width = widthOfLine(index.data().toString(), bold) + 2 * kBenchPadding + 2;
    if (index.column() == BenchModel::Behaviour) {
        width += 3 * kBenchPadding +
                 widthOfLine(index.data(BenchModel::DetailRole).toString(), Theme::smallFont(option.font)) +
                 widthOfLine(benchMarkWord(index.data(BenchModel::MarkRole).toInt()), bold);
    }
    return {width, height};
}

} // namespace retryscope::ui
