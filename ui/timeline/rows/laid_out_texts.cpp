// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/laid_out_texts.h"

#include "ui/parts/fitted_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>

#include <cmath>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMost = 4096; ///< texts; a screen holds a few hundred

} // namespace

LaidOutTexts::LaidOutTexts(const QFont& font) : m_font(font), m_height(QFontMetricsF(font).height()) {}

const QStaticText& LaidOutTexts::at(const QString& text)
{
    if (const auto known = m_texts.constFind(text); known != m_texts.constEnd()) {
        return *known;
    }
    if (m_texts.size() >= kMost) {
        m_texts.clear();
    }
    QStaticText laidOut(text);
    laidOut.setTextFormat(Qt::PlainText);
    laidOut.prepare(QTransform(), m_font);
    return *m_texts.insert(text, laidOut);
}

QString LaidOutTexts::elided(const QString& text, double width)
{
    if (widthOf(text) <= width) {
        return text;
    }
    const std::pair<QString, int> key{text, static_cast<int>(std::floor(width))};
    if (const auto known = m_elided.constFind(key); known != m_elided.constEnd()) {
        return *known;
    }
    if (m_elided.size() >= kMost) {
        m_elided.clear();
    }
    return *m_elided.insert(key, fittedLines(text, m_font, key.second).first());
}

void LaidOutTexts::draw(QPainter& painter, QPointF topLeft, const QString& text)
{
    painter.setFont(m_font);
    painter.drawStaticText(topLeft, at(text));
}

} // namespace retryscope::ui
