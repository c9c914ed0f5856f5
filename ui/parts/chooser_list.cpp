// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/chooser_list.h"

#include "core/io/text/name_match.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/tr.h"
#include "ui/theme/theme.h"

#include <QListView>
#include <QPainter>
#include <QSet>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kChooserPadding = 10;
constexpr int kChooserGap = 5;   ///< above and below the lines of an entry
constexpr int kChooserStep = 14; ///< to the right, for each depth
constexpr int kEntryLines = 2;   ///< of a title, and of a summary

/// The text after its place in the list, for entries that stand alone.
QString withPlace(const ChooserItem& item)
{
    const QString place = item.group.isEmpty() ? item.section : item.group;
    return place.isEmpty() || item.isAnswer ? item.summary
           : item.summary.isEmpty()         ? place
                                            : place + QStringLiteral(" · ") + item.summary;
}

io::NameMatch matchOf(const ChooserItem& item, const QString& words)
{
    if (item.isAnswer) { // beside its names it has nothing that the entry itself does not have
        const io::NameMatch match = io::nameMatch(words, item.names);
        return match <= io::NameMatch::WordStart ? match : io::NameMatch::None;
    }
    const QStringList rest{item.group, item.section, item.summary, item.keywords};
    return io::nameMatch(words, QStringList{item.title, item.id, item.fullTitle} + item.names,
                         rest.join(QLatin1Char(' ')));
}

/// Each entry that the words find once, best first.
std::vector<const ChooserItem*> foundBy(const std::vector<ChooserItem>& items, const QString& words)
{
    std::vector<std::pair<io::NameMatch, const ChooserItem*>> ranked;
    for (const ChooserItem& item : items) {
        const io::NameMatch match = item.isShortcut ? io::NameMatch::None : matchOf(item, words);
        if (match != io::NameMatch::None) {
            ranked.emplace_back(match, &item);
        }
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<io::NameMatch, const ChooserItem*>::first);
    std::vector<const ChooserItem*> found;
    QSet<QString> ids;
    for (const auto& [match, item] : ranked) {
        if (!ids.contains(item->id)) {
            ids.insert(item->id);
            found.push_back(item);
        }
    }
    return found;
}

QStandardItem* makeChooserLabel(const QString& text)
{
    auto* label = new QStandardItem(text);
    label->setFlags(Qt::NoItemFlags);
    return label;
}

/// Where a row stands: the section, the group in it, and how far to the right.
void setPlace(QStandardItem& row, const ChooserItem& item, const QString& group, int depth)
{
    row.setData(item.section, ChooserSectionRole);
    row.setData(group, ChooserGroupRole);
    row.setData(depth, ChooserDepthRole);
}

bool isSectionName(const QModelIndex& index)
{
    return !index.data(ChooserSectionRole).toString().isEmpty() &&
           index.data(ChooserGroupRole).toString().isEmpty();
}

/// Where the parts of an entry stand.
struct EntryLayout
{
    QRect title;
    QRect mark; ///< beside the title; empty without one
    QRect summary;
};

EntryLayout entryLayout(const QRect& row, const QFont& font, const QModelIndex& index)
{
    const QFont small = Theme::smallFont(font);
    const QRect rect = row.adjusted(kChooserPadding + index.data(ChooserDepthRole).toInt() * kChooserStep,
                                    kChooserGap, -kChooserPadding, -kChooserGap);
    EntryLayout entry{.title = rect, .mark = {}, .summary = rect};
    if (const QString mark = index.data(ChooserMarkRole).toString(); !mark.isEmpty()) {
        const QFontMetrics metrics(Theme::boldFont(small));
        const int width = metrics.horizontalAdvance(mark) + 2;
        entry.mark = QRect(rect.right() - width, rect.top(), width + 1, QFontMetrics(font).height());
        entry.title.setRight(entry.mark.left() - kChooserPadding);
    }
    entry.title.setHeight(
        fittedHeight(index.data(Qt::DisplayRole).toString(), font, entry.title.width(), kEntryLines));
    const QString summary = index.data(ChooserSummaryRole).toString();
    entry.summary.setTop(rect.top() + entry.title.height());
    entry.summary.setHeight(summary.isEmpty() ? 0 : fittedHeight(summary, small, rect.width(), kEntryLines));
    return entry;
}

} // namespace

bool isChooserGroup(const QModelIndex& index)
{
    return !index.data(ChooserIdRole).isValid();
}

/// A row for the entry; the caller gives it its place.
static QStandardItem* appendEntry(QStandardItemModel& model, const ChooserItem& item, const QString& summary)
{
    auto* entry = new QStandardItem(item.title);
    entry->setData(item.id, ChooserIdRole);
    entry->setData(summary, ChooserSummaryRole);
    const QString full = item.fullTitle.isEmpty() ? item.title : item.fullTitle;
    entry->setAccessibleText(full + QStringLiteral(", ") + summary);
    entry->setToolTip(plainToolTip(full + QLatin1Char('\n') + summary));
    model.appendRow(entry);
    return entry;
}

static void fillByGroup(QStandardItemModel& model, const std::vector<ChooserItem>& items,
                        const QString& evidence)
{
    QString section;
    QString group;
    for (const ChooserItem& item : items) {
        const bool isLeftOut = item.isAnswer || (item.isShortcut && !evidence.isEmpty());
        if (isLeftOut || (!evidence.isEmpty() && item.evidence != evidence)) {
            continue;
        }
        const int depth = item.section.isEmpty() ? 0 : 1;
        if (item.section != section) {
            section = item.section;
            group.clear();
            QStandardItem* name = makeChooserLabel(section);
            setPlace(*name, item, {}, 0);
            model.appendRow(name);
        }
        if (item.group != group) {
            group = item.group;
            if (!group.isEmpty()) {
                QStandardItem* name = makeChooserLabel(group);
                setPlace(*name, item, group, depth);
                model.appendRow(name);
            }
        }
        setPlace(*appendEntry(model, item, item.summary), item, group,
                 group.isEmpty() ? depth : depth + depth);
    }
}

void fillChooserModel(QStandardItemModel& model, const std::vector<ChooserItem>& items, const QString& words,
                      const QString& evidence)
{
    model.clear();
    if (words.trimmed().isEmpty()) {
        fillByGroup(model, items, evidence);
    } else {
        for (const ChooserItem* item : foundBy(items, words)) {
            if (evidence.isEmpty() || item->evidence == evidence) {
                appendEntry(model, *item, withPlace(*item));
            }
        }
    }
    if (model.rowCount() == 0) {
        model.appendRow(makeChooserLabel(tr("No entry matches all of these words.")));
    }
}

int chooserRowOf(const QStandardItemModel& model, const QString& id)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        if (!isChooserGroup(index) && index.data(ChooserIdRole).toString() == id) {
            return row;
        }
    }
    return -1;
}

int nextChooserRow(const QStandardItemModel& model, int row, int step)
{
    for (int next = row + step; next >= 0 && next < model.rowCount(); next += step) {
        if (!isChooserGroup(model.index(next, 0))) {
            return next;
        }
    }
    return -1;
}

void prepareChooserList(QListView& list, QStandardItemModel& model)
{
    list.setModel(&model);
    list.setItemDelegate(new ChooserDelegate(&list));
    list.setFrameShape(QFrame::NoFrame);
    list.setEditTriggers(QAbstractItemView::NoEditTriggers);
    list.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    wrapRows(&list);
}

QSize ChooserDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFont small = Theme::smallFont(option.font);
    if (isChooserGroup(index)) {
        const int name = isSectionName(index) ? option.fontMetrics.height() : QFontMetrics(small).height();
        return {0, name + 2 * kChooserGap + (index.row() > 0 ? kChooserGap : 0)};
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const QRect row(0, 0, view == nullptr ? option.rect.width() : view->viewport()->width(), 0);
    const EntryLayout entry = entryLayout(row, option.font, index);
    return {0, entry.title.height() + entry.summary.height() + 2 * kChooserGap};
}

void ChooserDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    QRect rect = option.rect;
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(rect, theme.selection);
        painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.accent);
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(QPen(theme.focus, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(rect.adjusted(1, 1, -1, -1));
    }
    rect.adjust(kChooserPadding + index.data(ChooserDepthRole).toInt() * kChooserStep, kChooserGap,
                -kChooserPadding, -kChooserGap);
    const QFont small = Theme::smallFont(option.font);
    const auto draw = [&](const QFont& font, const QColor& colour, const QRect& line, const QString& text,
                          const Fit& fit = {}) {
        painter->setFont(font);
        painter->setPen(colour);
        drawFitted(*painter, line, Qt::AlignVCenter | Qt::AlignLeft, text, fit);
    };
    const QString title = index.data(Qt::DisplayRole).toString();
    if (isChooserGroup(index)) {
        const bool isSection = isSectionName(index);
        const QFont font = Theme::boldFont(isSection ? option.font : small);
        const int height = QFontMetrics(font).height();
        rect.setTop(rect.bottom() - height + 1);
        if (const QString mark = index.data(ChooserMarkRole).toString(); !mark.isEmpty()) {
            const int width = QFontMetrics(small).horizontalAdvance(mark) + 2;
            draw(small, theme.muted, QRect(rect.right() - width, rect.top(), width + 1, height), mark);
            rect.setRight(rect.right() - width - kChooserPadding);
        }
        if (const QVariant folded = index.data(ChooserFoldedRole); folded.isValid()) {
            draw(small, theme.muted, QRect(rect.left(), rect.top(), kChooserStep, height),
                 folded.toBool() ? QStringLiteral("▸") : QStringLiteral("▾"));
            rect.setLeft(rect.left() + kChooserStep);
        }
        draw(font, isSection ? theme.text : theme.muted, rect, title);
        return;
    }
    const EntryLayout entry = entryLayout(option.rect, option.font, index);
    draw(Theme::boldFont(small), theme.link, entry.mark, index.data(ChooserMarkRole).toString());
    draw(option.font, theme.text, entry.title, title, {.lines = kEntryLines});
    draw(small, theme.muted, entry.summary, index.data(ChooserSummaryRole).toString(),
         {.lines = kEntryLines});
}

} // namespace retryscope::ui
