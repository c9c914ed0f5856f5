// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QString>
#include <QStringList>

namespace retryscope::io {

/// What a retryCondition retries. Source: axios-retry 4.5.0, src/index.ts.
struct AxiosCondition
{
    bool onNetwork = false;
    bool onServer = false;  ///< 429 and 5xx, and no response
    bool onNothing = false; ///< whatever ends without a response, also a timeout
    bool onTimeout = false; ///< axios' timeout
    QStringList methods;    ///< of onServer; empty: any
    QJsonArray statuses;    ///< of one's own condition
    QJsonArray except;      ///< of onServer: statuses that are not retried all the same
    QStringList unread;     ///< parts of it that only the program could evaluate

    [[nodiscard]] bool isEmpty() const
    {
        return !onNetwork && !onServer && !onNothing && !onTimeout && statuses.isEmpty();
    }
};

/// Without a retryCondition: isNetworkOrIdempotentRequestError.
[[nodiscard]] AxiosCondition usualAxiosCondition();
/// The code of an option, trimmed.
[[nodiscard]] QString axiosCodeWithoutComments(const QString& code);
/// A function or the name of one. Reads axios-retry's own names and tests of the status, joined by `||` and
/// `&&`, in brackets, `Boolean(…)` or `… === true`, as an expression or as `if (…) return true; return …;`.
/// Runs nothing.
[[nodiscard]] AxiosCondition axiosConditionFrom(const QString& code);

} // namespace retryscope::io
