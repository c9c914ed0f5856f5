// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/policy_schema.h"

#include <QJsonValue>
#include <QVariant>
#include <QWidget>

#include <utility>
#include <vector>

namespace retryscope::ui {

/// An input for one value of a policy file. Shows and returns the JSON value itself, so that every value of
/// the format can be edited and untouched values come back unchanged.
class ValueInput : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// value: undefined if the file has no such member.
    virtual void display(const QJsonValue& value) = 0;
    /// The value; undefined if the input is empty or invalid.
    [[nodiscard]] virtual QJsonValue value() const = 0;
    /// Drops opened but empty rows, before another value is shown.
    virtual void forget() {}
    /// Makes the input read-only, permanently.
    virtual void setReadOnly() { setEnabled(false); }

Q_SIGNALS:
    void edited();
};

/// Where an input says more than the schema of the file format does.
struct WordLook
{
    QString name = {};     ///< object name of the field itself; empty: its path
    QString whenNone = {}; ///< what a time of zero says, which then is none; empty: zero is a time
    /// The choices in this order: the value in the file, and its title. Empty: all of the schema.
    std::vector<std::pair<QVariant, QString>> titles = {};
};

/// Makes the input for a value of this kind. path: of the member, as in messages (`rules.when.bodyHas`);
/// prefix of the object names.
[[nodiscard]] ValueInput* makeValueInput(const io::SchemaNode& node, const QString& path, QWidget* parent,
                                         const WordLook& look = {});

/// The value of a newly added member: yes, or the first choice; undefined: an empty input.
[[nodiscard]] QJsonValue firstValueOf(const io::SchemaNode& node);

/// `connectTimeout` -> connect timeout
[[nodiscard]] QString wordTitle(const QString& word);

} // namespace retryscope::ui
