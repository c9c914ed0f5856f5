// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The widget stands for this term (core/explain/terms): F1 on it opens its page, and where it has no tool
/// tip of its own, hovering tells the term's sentence. A widget that explains its parts one by one tells
/// none.
enum class OnHover { TellTerm, TellNothing };
void setTerm(QWidget* widget, std::string_view term, OnHover onHover = OnHover::TellTerm);
/// Inputs that stand for a term are known by their object name; the others are left alone. caption: the label
/// of the input, if it has one.
void setTermOfInput(QWidget* input, QWidget* caption = nullptr);
/// Of the widget, or of the nearest one around it that has one; empty: none.
[[nodiscard]] QString termAt(const QWidget* widget);

} // namespace retryscope::ui
