// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/welcome_picture.h"

#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <vector>

namespace retryscope::ui {

namespace {

constexpr int kHeight = 88;
constexpr int kRow = 28;
constexpr qreal kBar = 12;
constexpr int kGridLines = 4;

/// A piece of a row; places are shares of the width.
struct Piece
{
    int row;
    qreal from;
    qreal to;
    QColor Theme::*colour;
    bool isDelay = false;
};

struct Mark
{
    int row;
    qreal at;
    Sign sign;
    const char* text;
};

std::vector<Piece> piecesOf(int sample)
{
    switch (sample) {
    case 1:
        return {{0, 0.0, 0.07, &Theme::connect},
                {0, 0.07, 0.16, &Theme::tls},
                {0, 0.16, 0.72, &Theme::wait},
                {0, 0.72, 0.76, &Theme::receive}};
    case 2:
        return {{0, 0.0, 0.03, &Theme::wait},
                {0, 0.03, 0.48, &Theme::delayWindow, true},
                {0, 0.03, 0.08, &Theme::retryDelay, true},
                {1, 0.08, 0.11, &Theme::wait},
                {1, 0.11, 0.92, &Theme::delayWindow, true},
                {1, 0.11, 0.50, &Theme::retryDelay, true},
                {2, 0.50, 0.53, &Theme::wait}};
    default:
        return {{0, 0.0, 0.28, &Theme::wait},
                {1, 0.28, 0.33, &Theme::wait},
                {1, 0.34, 0.72, &Theme::retryDelay, true},
                {2, 0.72, 0.79, &Theme::wait}};
    }
}

std::vector<Mark> marksOf(int sample)
{
    switch (sample) {
    case 1:
        return {{0, 0.79, Sign::Done, ""}};
    case 2:
        return {{2, 0.57, Sign::Done, ""}};
    default:
        return {{0, 0.32, Sign::Retried, "500"}, {2, 0.83, Sign::Failed, ""}};
    }
}

} // namespace

WelcomePicture::WelcomePicture(int sample, QWidget* parent) : QWidget(parent), m_sample(sample)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize WelcomePicture::sizeHint() const
{
    return {240, kHeight};
}

void WelcomePicture::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setPen(theme.grid);
    for (int line = 0; line <= kGridLines; ++line) {
        const int x = (width() - 1) * line / kGridLines;
        painter.drawLine(x, 0, x, height());
    }
    const auto centre = [](int row) {
        return kRow / 2.0 + row * kRow;
    };
    for (const Piece& piece : piecesOf(m_sample)) {
        const qreal height = piece.isDelay ? kBar / 2 : kBar;
        painter.fillRect(QRectF(piece.from * width(), centre(piece.row) - height / 2,
                                (piece.to - piece.from) * width(), height),
                         theme.*piece.colour);
    }
    for (const Mark& mark : marksOf(m_sample)) {
        const QRectF place(mark.at * width(), centre(mark.row) - 8, 16, 16);
        paintSign(painter, place, mark.sign, theme);
        painter.setPen(theme.muted);
        painter.drawText(QRectF(place.right() + 6, place.top(), width(), place.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, QString::fromLatin1(mark.text));
    }
}

} // namespace retryscope::ui
