// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/chooser_popup.h"

#include "ui/parts/chooser_list.h"
#include "ui/parts/form.h"

#include <QCursor>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QStandardItemModel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kLeastHeight = 120; ///< pixels, where there is as much room

} // namespace

ChooserPopup::ChooserPopup(const QString& searchHint, QWidget* owner)
    : QFrame(owner, Qt::Popup)
    , m_search(new QLineEdit(this))
    , m_model(new QStandardItemModel(this))
    , m_list(new QListView(this))
{
    setProperty("popup", true);
    setAttribute(Qt::WA_WindowPropagation);
    nameInput(m_search, QStringLiteral("chooserSearch"), searchHint);
    m_search->setPlaceholderText(searchHint);
    m_search->setClearButtonEnabled(true);
    nameInput(m_list, QStringLiteral("chooserList"), tr("Choices"));
    prepareChooserList(*m_list, *m_model);
    m_list->setFocusPolicy(Qt::NoFocus); // the search field has it
    m_list->setMouseTracking(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    m_search->installEventFilter(this);
    setFocusProxy(m_search);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        QToolTip::hideText(); // of an entry that may be gone
        fill(words);
    });
    connect(m_list, &QListView::clicked, this, &ChooserPopup::choose);
    connect(m_list, &QListView::entered, this, [this](const QModelIndex& index) {
        // A row that comes under a pointer at rest takes the mark from nobody.
        if (!isChooserGroup(index) && QCursor::pos() != m_pointer) {
            m_list->setCurrentIndex(index);
        }
    });
}

void ChooserPopup::setItems(std::vector<ChooserItem> items)
{
    m_items = std::move(items);
}

/// The entries, and where shortcuts stand at the top, the chosen one among them: the list then opens at its
/// top, and shows both.
std::vector<ChooserItem> ChooserPopup::itemsWithChosen() const
{
    std::vector<ChooserItem> items = m_items;
    const auto found = std::find_if(items.begin(), items.end(),
                                    [this](const ChooserItem& item) { return item.id == m_currentId; });
    const bool isBelow = std::any_of(items.begin(), found, std::mem_fn(&ChooserItem::isShortcut));
    if (isBelow && found != items.end() && !found->isShortcut) {
        ChooserItem chosen = *found;
        chosen.section = tr("In use");
        chosen.group.clear();
        chosen.isShortcut = true;
        items.insert(items.begin(), std::move(chosen));
    }
    return items;
}

void ChooserPopup::begin(const QString& currentId)
{
    m_currentId = currentId;
    m_shown = itemsWithChosen();
    m_search->clear();
    fill({});
}

void ChooserPopup::fill(const QString& words)
{
    m_pointer = QCursor::pos();
    fillChooserModel(*m_model, m_shown, words);
    const bool isSought = !words.trimmed().isEmpty(); // then the best entry is marked
    const int current = isSought ? -1 : chooserRowOf(*m_model, m_currentId);
    if (current >= 0) {
        m_list->setCurrentIndex(m_model->index(current, 0));
        m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
    } else {
        selectNext(-1, 1);
    }
    fitHeight();
}

/// As high as its entries, within the room that it opened in; the edge at its button stays.
void ChooserPopup::fitHeight()
{
    if (!isVisible()) {
        return;
    }
    QRect place = geometry();
    const int height = std::clamp(wantedHeight(), std::min(kLeastHeight, m_room.height()), m_room.height());
    if (m_growsDown) {
        place.setHeight(height);
    } else {
        place.setTop(place.bottom() - height + 1);
    }
    setGeometry(place);
    m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
}

int ChooserPopup::wantedHeight() const
{
    constexpr int kAround = 40;
    int height = m_search->sizeHint().height() + kAround;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        height += m_list->sizeHintForRow(row);
    }
    return height;
}

void ChooserPopup::openIn(const QRect& room, bool growsDown)
{
    m_room = room;
    m_growsDown = growsDown;
    setGeometry(room);
    show();
    m_search->setFocus(Qt::PopupFocusReason);
    fitHeight(); // its entries wrap, and have their width now
}

void ChooserPopup::openBeneath(const QWidget& button, const QString& currentId)
{
    if (isVisible()) {
        return;
    }
    begin(currentId);
    constexpr int kCharacters = 58;
    constexpr int kLeastRoom = 240;
    const QRect screen = button.screen()->availableGeometry();
    const QPoint below = button.mapToGlobal(QPoint(0, button.height() + 2));
    const QPoint above = button.mapToGlobal(QPoint(0, -2));
    const int width =
        std::min(std::max(button.width(), kCharacters * fontMetrics().averageCharWidth()), screen.width());
    const bool opensDown = screen.bottom() - below.y() >= std::min(wantedHeight(), kLeastRoom);
    const int room = opensDown ? screen.bottom() - below.y() : above.y() - screen.top();
    const int x = std::clamp(below.x(), screen.left(), std::max(screen.left(), screen.right() - width));
    const int most = std::max(room, 1);
    openIn(QRect(x, opensDown ? below.y() : above.y() - most, width, most), opensDown);
}

void ChooserPopup::openOver(const QWidget& window)
{
    if (isVisible()) {
        return;
    }
    begin({});
    constexpr int kCharacters = 80;
    constexpr int kAbove = 56;
    const int width = std::min(window.width() * 4 / 5, kCharacters * fontMetrics().averageCharWidth());
    const QSize room(width, window.height() * 2 / 3);
    openIn(QRect(window.mapToGlobal(QPoint((window.width() - width) / 2, kAbove)), room), true);
}

/// The next row in this direction that can be chosen.
void ChooserPopup::selectNext(int row, int step)
{
    if (const int next = nextChooserRow(*m_model, row, step); next >= 0) {
        m_list->setCurrentIndex(m_model->index(next, 0));
    }
}

void ChooserPopup::choose(const QModelIndex& index)
{
    if (index.isValid() && !isChooserGroup(index)) {
        const QString id = index.data(ChooserIdRole).toString();
        close();
        Q_EMIT chosen(id);
    }
}

bool ChooserPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        constexpr int kPage = 8;
        const auto* key = static_cast<QKeyEvent*>(event);
        const int row = m_list->currentIndex().row();
        switch (key->key()) {
        case Qt::Key_Down:
            selectNext(row, 1);
            return true;
        case Qt::Key_Up:
            selectNext(row, -1);
            return true;
        case Qt::Key_PageDown:
            selectNext(std::min(row + kPage, m_model->rowCount()) - 1, 1);
            return true;
        case Qt::Key_PageUp:
            selectNext(std::max(row - kPage, -1) + 1, -1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose(m_list->currentIndex());
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace retryscope::ui
