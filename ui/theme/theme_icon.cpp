// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace retryscope::ui {

namespace {

/// Draws an SVG whose strokes are `currentColor` in the colour of the icon's mode, sharp at any size.
class TintedIconEngine : public QIconEngine
{
public:
    TintedIconEngine(QByteArray svg, QColor normal, QColor disabled)
        : m_svg(std::move(svg)), m_normal(std::move(normal)), m_disabled(std::move(disabled))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override
    {
        const QColor colour = mode == QIcon::Disabled ? m_disabled : m_normal;
        QByteArray svg = m_svg;
        svg.replace("currentColor", colour.name().toLatin1());
        QSvgRenderer renderer(svg);
        renderer.render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        if (pixmap.isNull()) {
            return pixmap; // a place without room for an icon
        }
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new TintedIconEngine(*this); }

private:
    QByteArray m_svg;
    QColor m_normal;
    QColor m_disabled;
};

} // namespace

QIcon Theme::icon(const QString& name) const
{
    return iconOn(text, name);
}

QIcon Theme::iconOn(const QColor& colour, const QString& name) const
{
    QFile file(QStringLiteral(":/retryscope/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QIcon(new TintedIconEngine(file.readAll(), colour, disabled));
}

QIcon Theme::applicationIcon()
{
    return QIcon(QStringLiteral(":/retryscope/icons/retryscope.svg"));
}

} // namespace retryscope::ui
