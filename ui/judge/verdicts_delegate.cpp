// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdicts_delegate.h"

#include "core/decide/decision.h"
#include "ui/judge/verdicts_model.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace retryscope::ui {

namespace {

bool beginsGroup(const QModelIndex& index)
{
    const QModelIndex client = index.siblingAtColumn(VerdictsModel::Client);
    return index.row() == 0 || client.data() != client.siblingAtRow(index.row() - 1).data();
}

} // namespace

void VerdictsDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme& theme = Theme::forPalette(option->palette);
    QColor colour = theme.text;
    if (index.column() == VerdictsModel::Judgement) {
        colour =
            signColour(signOf(static_cast<Verdict>(index.data(VerdictsModel::VerdictRole).toInt())), theme);
        option->font = Theme::boldFont(option->font);
    } else if (index.column() == VerdictsModel::Client) {
        option->font = Theme::boldFont(option->font);
        option->text = beginsGroup(index) ? option->text : QString();
    } else if (index.column() == VerdictsModel::Preset) {
        option->textElideMode = Qt::ElideMiddle; // names of one client differ at their ends
        if (index.data(VerdictsModel::IsTriedRole).toBool()) {
            option->font.setItalic(true);
            option->text += tr(" · changed");
        }
    }
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
}

void VerdictsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.row() > 0 && beginsGroup(index)) {
        painter->save();
        painter->setPen(Theme::forPalette(option.palette).grid);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
        painter->restore();
    }
}

} // namespace retryscope::ui
