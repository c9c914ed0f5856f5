// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace retryscope::io {

/// The first problem met while a document is read. Later ones are mostly its consequences and are dropped.
struct JsonProblem
{
    bool isSet = false;
    QString path;
    QString text;
};

/// One value of a JSON document together with where it stands, so that every complaint names its place.
/// Reading never stops half way: a wrong value is noted in the problem and read as the given fallback.
class JsonCursor
{
public:
    JsonCursor(QJsonValue value, QString path, JsonProblem& problem);

    /// `calls[3].attempts[0].status`; empty at the root.
    [[nodiscard]] QString path() const;
    /// Neither missing nor null.
    [[nodiscard]] bool isPresent() const;
    /// The member of this name; missing when there is none. Complains when this value is no object.
    [[nodiscard]] JsonCursor at(const QString& key) const;
    /// The same, and complains when the member is missing or null.
    [[nodiscard]] JsonCursor required(const QString& key) const;
    /// Another value that stands at the same place.
    [[nodiscard]] JsonCursor withValue(QJsonValue value) const;
    /// Members of an array; complains when it is none. Missing and null are empty.
    [[nodiscard]] std::vector<JsonCursor> items() const;
    /// Member names of an object. Missing and null have none.
    [[nodiscard]] QStringList keys() const;

    [[nodiscard]] double number(double fallback = 0) const;
    [[nodiscard]] qint64 integer(qint64 lowest, qint64 highest, qint64 fallback = 0) const;
    [[nodiscard]] bool boolean(bool fallback = false) const;
    [[nodiscard]] QString string() const;
    [[nodiscard]] const QJsonValue& value() const { return m_value; }

    /// Notes that this value is wrong: `expected` says what is allowed; what was found is added.
    void complain(const QString& expected) const;
    /// Notes a problem in words of its own.
    void reject(const QString& text) const;

private:
    /// The last part of a path. Put together only for a complaint: a large record has a million places.
    struct Step
    {
        std::shared_ptr<const Step> before;
        QString key;
        qsizetype index = -1; ///< in an array; then there is no key
    };

    JsonCursor(QJsonValue value, std::shared_ptr<const Step> step, JsonProblem* problem);

    QJsonValue m_value;
    std::shared_ptr<const Step> m_step; ///< nullptr at the root
    JsonProblem* m_problem;
};

/// The document's root object, or what is wrong with the text (a key that stands twice, too), in which line
/// and column.
Result<QJsonObject> parseJsonObject(const QByteArray& json, const QString& place);

} // namespace retryscope::io
