// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Links the widget to a term (core/explain/terms): F1 opens the term's page. If the widget has no tool tip,
/// hovering shows the term's sentence; TellNothing is for widgets that explain their parts separately.
enum class OnHover { TellTerm, TellNothing };
void setTerm(QWidget* widget, std::string_view term, OnHover onHover = OnHover::TellTerm);
/// Links an input to its term by object name; ignores other inputs. caption: the label of the input, if any.
void setTermOfInput(QWidget* input, QWidget* caption = nullptr);
/// The term of the widget, or of its nearest ancestor with a term; empty: none.
[[nodiscard]] QString termAt(const QWidget* widget);

} // namespace retryscope::ui
