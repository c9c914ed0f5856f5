// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/policy_schema.h"

#include <QJsonValue>
#include <QWidget>

namespace retryscope::ui {

/// An input for one value of a policy file. It shows and gives the value as it stands there, so that whatever
/// files can say can be edited, and what is not touched comes back as it was.
class WordInput : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Undefined: nothing was said yet.
    virtual void display(const QJsonValue& value) = 0;
    /// Undefined: there is nothing, or nothing that can be understood.
    [[nodiscard]] virtual QJsonValue value() const = 0;
    /// Another thing is shown from now on: rows that were opened and left empty go.
    virtual void forget() {}
    /// From now on it is only read here.
    virtual void setReadOnly() { setEnabled(false); }

Q_SIGNALS:
    void edited();
};

/// The input that a value of this sort wants. path: of the member, as in messages (`rules.when.bodyHas`); the
/// object names begin with it.
[[nodiscard]] WordInput* makeWordInput(const io::SchemaNode& node, const QString& path, QWidget* parent);

/// What is there at once where somebody asks for a word: yes, or the first choice; undefined: an empty input.
[[nodiscard]] QJsonValue firstValueOf(const io::SchemaNode& node);

/// `connectTimeout` -> connect timeout
[[nodiscard]] QString wordTitle(const QString& word);

} // namespace retryscope::ui
