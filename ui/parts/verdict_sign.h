// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/run/run_record.h"

#include <QWidget>

namespace retryscope::ui {

struct Theme;

/// Shows by shape and colour how a run, a call or an attempt ended; always used next to a word.
enum class Sign {
    None,
    Running, ///< ring
    Retried, ///< open ring with an arrow
    Done,    ///< disc with a tick
    Doubted, ///< triangle with an exclamation mark: a success whose body is an error
    Failed,  ///< square with a cross
    Stopped, ///< grey square ring: by the user
};

/// Sign of a call, or of a run with a single call.
[[nodiscard]] Sign signOf(CallVerdict verdict);
/// Sign of a decision.
[[nodiscard]] Sign signOf(Verdict verdict);

/// Draws the sign in the largest centred square of the rectangle.
void paintSign(QPainter& painter, const QRectF& rect, Sign sign, const Theme& theme);

/// Colour of the word next to the sign.
[[nodiscard]] QColor signColour(Sign sign, const Theme& theme);
/// Colour of a text in this tone.
[[nodiscard]] QColor toneColour(Tone tone, const Theme& theme);

/// A sign as a widget. Takes no focus; its owner sets the accessible name.
class VerdictSign : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictSign(QWidget* parent = nullptr);

    void display(Sign sign);
    [[nodiscard]] Sign sign() const { return m_sign; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign m_sign = Sign::None;
};

} // namespace retryscope::ui
