// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <vector>

namespace retryscope::io {

/// What a retryCondition says of a failure. Throws: it reads the status of a response that is not there, and
/// axios-retry rejects the call with the TypeError. Unread: only the program could tell.
enum class AxiosAnswer : std::uint8_t { No, Yes, Throws, Unread };

/// What axios-retry asks about: a status, or a failure without a response, of a method.
struct AxiosFailure
{
    static constexpr int kFirstStatus = 200; ///< up to 299 the body was cut
    static constexpr int kStatuses = 800;

    /// Faults as a policy names them, with the codes that Node.js and axios 1 give them.
    struct Fault
    {
        const char16_t* name;
        std::vector<QString> codes; ///< more than one: which of them it is depends on the system
        bool isListed = false;      ///< is-retry-allowed forbids its codes
    };
    static const std::vector<Fault>& faults();
    /// GET, HEAD, OPTIONS, PUT, DELETE, POST, PATCH; one more column stands for all others.
    static const QStringList& methods();
    static constexpr std::size_t kMethods = 8;
};

/// The answers of one condition for each failure.
using AxiosAnswers = std::array<AxiosAnswer, AxiosFailure::kMethods>;
struct AxiosCondition
{
    std::vector<AxiosAnswers> statuses; ///< from kFirstStatus on
    std::vector<AxiosAnswers> faults;   ///< in the order of AxiosFailure::faults()
    QStringList unread;                 ///< the parts that only the program could evaluate
    QStringList remarks; ///< about parts that are never true: `e.code === 429 can never be true: …`
};

/// Without a retryCondition: isNetworkOrIdempotentRequestError.
[[nodiscard]] AxiosCondition usualAxiosCondition();
/// The code of an option, trimmed.
[[nodiscard]] QString axiosCodeWithoutComments(const QString& code);
/// A function or the name of one. Reads axios-retry's own names and tests of the status, the error's code and
/// the method, joined by `||` and `&&`, in brackets, `Boolean(…)` or `… === true`, as an expression or as
/// `if (…) return true; return …;`. Runs nothing. Source: axios-retry 4.5.0, src/index.ts.
[[nodiscard]] AxiosCondition axiosConditionFrom(const QString& code);

} // namespace retryscope::io
