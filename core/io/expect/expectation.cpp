// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/expect/expectation.h"

#include "core/explain/units.h"
#include "core/facts/error_name.h"
#include "core/io/json/json_units.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <charconv>
#include <optional>

namespace retryscope::io {

namespace {

/// What was measured. Missing: the call has no such attempt. Null: it has, and the value is not known or
/// absent.
struct Measured
{
    enum class State { Missing, Null, Known };
    State state = State::Missing;
    ExpectedValue value;
};

Measured known(ExpectedValue value)
{
    return {.state = Measured::State::Known, .value = std::move(value)};
}
Measured null()
{
    return {.state = Measured::State::Null, .value = {}};
}
/// Returns null for a time that an imported file does not hold.
Measured ofTime(OptionalDuration time)
{
    return time ? known(*time) : null();
}

std::optional<double> numberIn(const std::string& text)
{
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// RFC 6901.
QJsonValue valueAt(const QJsonDocument& document, const std::string& pointer)
{
    QJsonValue value = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    const QStringList parts = toQString(pointer).mid(1).split(QLatin1Char('/'));
    for (QString part : parts) {
        part.replace(QLatin1String("~1"), QLatin1String("/"))
            .replace(QLatin1String("~0"), QLatin1String("~"));
        bool isIndex = false;
        const int index = part.toInt(&isIndex);
        value = value.isArray() ? (isIndex ? value.toArray().at(index) : QJsonValue(QJsonValue::Undefined))
                                : value.toObject().value(part);
    }
    return value;
}

Measured jsonOf(const Response& response, const std::string& pointer)
{
    if (response.bodyUnseen || response.bodyTruncated) {
        return null();
    }
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(response.body));
    const QJsonValue value = valueAt(document, pointer);
    if (value.isUndefined() || value.isNull()) {
        return null();
    }
    if (value.isDouble()) {
        return known(value.toDouble());
    }
    if (value.isString()) {
        return known(fromQString(value.toString()));
    }
    return known(value.isBool() ? std::string(value.toBool() ? "true" : "false")
                 : value.isArray()
                     ? QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact).toStdString()
                     : QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact).toStdString());
}

class Checker
{
public:
    Checker(const Expectation& expectation, const RunRecord& record)
        : m_expectation(expectation), m_record(record)
    {
    }

    ExpectationResult check()
    {
        m_result.text = m_expectation.text;
        m_result.holds = true;
        if (m_expectation.measure >= Measure::CallsFailed) {
            weigh(ofRun(), {});
            return m_result;
        }
        bool isMeasured = false;
        for (const CallRecord& call : m_record.calls()) {
            const Place place = placeOf(call);
            const Measured measured = ofCall(call);
            isMeasured = isMeasured || measured.state != Measured::State::Missing;
            if (measured.state != Measured::State::Missing) {
                weigh(measured, place);
            }
            if (!m_result.holds) {
                return m_result;
            }
        }
        if (!isMeasured) {
            m_result.holds = false;
            m_result.why = QStringLiteral("not measured: %1").arg(whyNothing());
        }
        return m_result;
    }

private:
    [[nodiscard]] QString whyNothing() const
    {
        if (m_record.calls().empty()) {
            return QStringLiteral("there was no call");
        }
        return m_expectation.measure == Measure::Delay
                   ? (m_expectation.attempt > 0
                          ? QStringLiteral("no call waited after attempt %1").arg(m_expectation.attempt)
                          : QStringLiteral("no call waited"))
                   : QStringLiteral("no call has an attempt %1").arg(m_expectation.attempt);
    }

    [[nodiscard]] Place placeOf(const CallRecord& call) const
    {
        const auto index = static_cast<int>(&call - m_record.calls().data());
        const AttemptRecord* attempt = attemptOf(call);
        return {.call = index,
                .attempt = attempt == nullptr ? static_cast<int>(call.attempts.size()) - 1
                                              : static_cast<int>(attempt - call.attempts.data())};
    }

    [[nodiscard]] bool isOfAttempt() const
    {
        return m_expectation.measure >= Measure::Delay && m_expectation.measure <= Measure::Duration;
    }

    /// nullptr if the measure has none, or the call.
    [[nodiscard]] const AttemptRecord* attemptOf(const CallRecord& call) const
    {
        const auto count = static_cast<int>(call.attempts.size());
        const bool isLastDelay = m_expectation.measure == Measure::Delay && m_expectation.attempt == 0;
        const int number = m_expectation.attempt > 0 ? m_expectation.attempt : count - (isLastDelay ? 1 : 0);
        return isOfAttempt() && number >= 1 && number <= count
                   ? &call.attempts[static_cast<std::size_t>(number) - 1]
                   : nullptr;
    }

    [[nodiscard]] Measured ofCall(const CallRecord& call) const
    {
        switch (m_expectation.measure) {
        case Measure::Attempts:
            return known(static_cast<double>(call.attempts.size()));
        case Measure::Verdict:
            return known(std::string(wordOf(call.verdict)));
        case Measure::Total:
            return ofTime(tookOf(call));
        default:
            break;
        }
        const AttemptRecord* attempt = attemptOf(call);
        return attempt == nullptr ? Measured{} : ofAttempt(*attempt);
    }

    [[nodiscard]] Measured ofAttempt(const AttemptRecord& attempt) const
    {
        const Response* response = attempt.facts.response.get();
        switch (m_expectation.measure) {
        case Measure::Delay:
            return delayOf(attempt);
        case Measure::Duration:
            return ofTime(tookOf(attempt));
        case Measure::Kind: // of what other programs sent, nothing was decided here
            return attempt.isRunning || m_record.header().isRecorded
                       ? null()
                       : known(std::string(toString(attempt.decision.kind)));
        case Measure::Status:
            return response == nullptr || response->status == 0
                       ? null()
                       : known(static_cast<double>(response->status));
        case Measure::ErrorName: {
            const ErrorName name = attempt.decision.verdict == Verdict::Succeed
                                       ? ErrorName{}
                                       : nameOf(m_record.header().policy->reading, attempt.facts);
            return name.state == NameState::Present ? known(name.name) : null();
        }
        case Measure::Header: {
            const std::string* value =
                response == nullptr ? nullptr : response->headers.find(m_expectation.argument);
            return value == nullptr ? null() : known(*value);
        }
        case Measure::Json:
            return response == nullptr ? null() : jsonOf(*response, m_expectation.argument);
        default:
            return {};
        }
    }

    /// As planned, or as seen where the plan is not known. After its last attempt a call does not wait.
    [[nodiscard]] Measured delayOf(const AttemptRecord& attempt) const
    {
        if (attempt.decision.verdict != Verdict::Retry) {
            return {};
        }
        return m_record.header().isRecorded ? ofTime(attempt.actualDelay) : known(attempt.decision.delay);
    }

    [[nodiscard]] Measured ofRun() const
    {
        std::vector<Duration> times;
        double failed = 0;
        double succeeded = 0;
        for (const CallRecord& call : m_record.calls()) {
            failed += call.verdict == CallVerdict::Failed ? 1 : 0;
            succeeded += call.verdict == CallVerdict::Succeeded ? 1 : 0;
            const OptionalDuration took = tookOf(call);
            if (took && (call.verdict == CallVerdict::Failed || call.verdict == CallVerdict::Succeeded)) {
                times.push_back(*took);
            }
        }
        if (m_expectation.measure == Measure::CallsFailed) {
            return known(failed);
        }
        if (m_expectation.measure == Measure::CallsSucceeded) {
            return known(succeeded);
        }
        if (times.empty()) {
            return null();
        }
        const std::size_t percent = m_expectation.measure == Measure::P50   ? 50
                                    : m_expectation.measure == Measure::P90 ? 90
                                                                            : 99;
        const std::size_t rank = (times.size() * percent + 99) / 100; // nearest rank, from 1
        const auto nth = times.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
        std::nth_element(times.begin(), nth, times.end());
        return known(*nth);
    }

    void weigh(const Measured& measured, Place place)
    {
        const bool isNull = measured.state == Measured::State::Null;
        const std::optional<bool> isMet = isNull ? false : holds(measured.value);
        if (isMet == true) {
            return;
        }
        m_result.holds = false;
        m_result.place = place;
        const QString what = measureText(place);
        if (!isMet) {
            m_result.why = QStringLiteral("not measured: the pattern took too long on %1").arg(what);
            return;
        }
        const QString shown = isNull ? QString() : forPeople(shownValue(measured.value, place));
        m_result.why = !isNull ? QStringLiteral("%1 is %2").arg(what, shown)
                       : m_expectation.comparison == Comparison::Exists
                           ? QStringLiteral("%1 does not exist").arg(what)
                           : QStringLiteral("not measured: %1 has no value").arg(what);
    }

    /// For people: a header or a body can hold a secret.
    [[nodiscard]] ExpectedValue shownValue(const ExpectedValue& value, Place place) const
    {
        if (place.call < 0 || !isOfAttempt()) {
            return value;
        }
        const AttemptRecord& attempt = m_record.at(place);
        AttemptRedactor redactor(m_record.header(), attempt);
        const Measured shown = ofAttempt(redactor.redacted(attempt));
        return shown.state == Measured::State::Known ? shown.value : std::string(kRedacted);
    }

    /// Absent: a pattern took too long.
    [[nodiscard]] std::optional<bool> holds(const ExpectedValue& value) const
    {
        switch (m_expectation.comparison) {
        case Comparison::Exists:
            return true;
        case Comparison::Contains:
            return plain(value).find(std::get<std::string>(m_expectation.value)) != std::string::npos;
        case Comparison::Matches: {
            const QRegularExpressionMatch match = m_expectation.pattern.match(toQString(plain(value)));
            return match.isValid() ? std::optional(match.hasMatch()) : std::nullopt;
        }
        case Comparison::Equal:
            return isEqual(value);
        case Comparison::NotEqual:
            return !isEqual(value);
        default:
            break;
        }
        const std::optional<double> own = orderOf(value);
        const double low = orderOf(m_expectation.value).value_or(0);
        if (!own) {
            return false;
        }
        switch (m_expectation.comparison) {
        case Comparison::Less:
            return *own < low;
        case Comparison::AtMost:
            return *own <= low;
        case Comparison::More:
            return *own > low;
        case Comparison::AtLeast:
            return *own >= low;
        default:
            return *own >= low && *own <= orderOf(m_expectation.upper).value_or(0);
        }
    }

    [[nodiscard]] bool isEqual(const ExpectedValue& value) const
    {
        if (value.index() == m_expectation.value.index()) {
            return value == m_expectation.value;
        }
        const std::optional<double> own = orderOf(value); // a JSON number, and a number written as a word
        return own && own == orderOf(m_expectation.value);
    }

    static std::optional<double> orderOf(const ExpectedValue& value)
    {
        if (const auto* number = std::get_if<double>(&value)) {
            return *number;
        }
        if (const auto* duration = std::get_if<Duration>(&value)) {
            return static_cast<double>(duration->count());
        }
        return numberIn(std::get<std::string>(value));
    }

    /// A duration as everywhere, with as many digits as tell it from the limit.
    [[nodiscard]] QString forPeople(const ExpectedValue& value) const
    {
        const auto* duration = std::get_if<Duration>(&value);
        if (duration == nullptr) {
            return textOf(value);
        }
        const auto* limit = std::get_if<Duration>(&m_expectation.value);
        return toQString(limit == nullptr ? durationText(*duration)
                                          : unequalDurations(*duration, *limit).first);
    }

    static std::string plain(const ExpectedValue& value)
    {
        if (const auto* text = std::get_if<std::string>(&value)) {
            return *text;
        }
        return fromQString(textOf(value));
    }

    static QString textOf(const ExpectedValue& value)
    {
        constexpr std::size_t kShown = 200; // bytes
        if (const auto* number = std::get_if<double>(&value)) {
            return QString::number(*number, 'g', 15);
        }
        if (const auto* duration = std::get_if<Duration>(&value)) {
            return QString::number(toMilliseconds(*duration), 'g', 15) + QStringLiteral("ms");
        }
        return QStringLiteral("\"%1\"").arg(toQString(std::get<std::string>(value).substr(0, kShown)));
    }

    /// `call 3: attempts`, `client 2, call 1, attempt 2: status`; of the run: `calls.failed`.
    [[nodiscard]] QString measureText(Place place) const
    {
        const QString name = m_expectation.text.left(
            std::min(m_expectation.text.indexOf(QRegularExpression(QStringLiteral("[^A-Za-z0-9.]"))),
                     m_expectation.text.size()));
        if (place.call < 0) {
            return name;
        }
        const CallRecord& call = m_record.callAt(place.call);
        QString text = m_record.header().clients > 1 || call.client > 1
                           ? QStringLiteral("client %1, call %2").arg(call.client).arg(call.call)
                           : QStringLiteral("call %1").arg(call.call);
        if (isOfAttempt()) {
            text += QStringLiteral(", attempt %1").arg(place.attempt + 1);
        }
        return QStringLiteral("%1: %2").arg(text, name);
    }

    const Expectation& m_expectation;
    const RunRecord& m_record;
    ExpectationResult m_result;
};

} // namespace

ExpectationResult checkExpectation(const Expectation& expectation, const RunRecord& record)
{
    return Checker(expectation, record).check();
}

} // namespace retryscope::io
