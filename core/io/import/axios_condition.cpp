// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/axios_condition.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

using Answer = AxiosAnswer;

constexpr int kDeepest = 32;
constexpr qsizetype kLongestCondition = 4000;
constexpr qsizetype kLongestPart = 200;
constexpr int kTooManyRequests = 429;
constexpr int kFirstServerError = 500;
constexpr int kLastServerError = 599;

/// One failure; axios calls the condition with it.
struct Failure
{
    int status = 0;                             ///< 0: no response
    const AxiosFailure::Fault* fault = nullptr; ///< without a response
    QString method;                             ///< lower case, as axios keeps it; empty: one not in the list

    [[nodiscard]] bool isTimeout() const { return fault != nullptr && fault->codes.front() == kTimeoutCode; }
    /// axios 1.21.1 gives a 4xx one code, and every other response that is an error another.
    [[nodiscard]] std::vector<QString> codes() const
    {
        constexpr int kHundred = 100;
        return fault != nullptr         ? fault->codes
               : status / kHundred == 4 ? std::vector<QString>{QStringLiteral("ERR_BAD_REQUEST")}
                                        : std::vector<QString>{QStringLiteral("ERR_BAD_RESPONSE")};
    }

    static constexpr QStringView kTimeoutCode = u"ECONNABORTED"; ///< axios' own timeout
};

Answer answer(bool isYes)
{
    return isYes ? Answer::Yes : Answer::No;
}

/// The answers of an expression for all failures.
struct Truth
{
    std::vector<AxiosAnswers> statuses{AxiosFailure::kStatuses};
    std::vector<AxiosAnswers> faults{AxiosFailure::faults().size()};
    QStringList unread;
    QStringList remarks; ///< about parts that are never true

    /// Asks about each failure.
    static Truth of(const std::function<Answer(const Failure&)>& ask)
    {
        Truth truth;
        const auto fill = [&ask](Failure failure, AxiosAnswers& answers) {
            for (std::size_t method = 0; method < answers.size(); ++method) {
                failure.method = AxiosFailure::methods().value(static_cast<int>(method)).toLower();
                answers.at(method) = ask(failure);
            }
        };
        for (std::size_t at = 0; at < truth.statuses.size(); ++at) {
            fill(
                {.status = AxiosFailure::kFirstStatus + static_cast<int>(at), .fault = nullptr, .method = {}},
                truth.statuses[at]);
        }
        for (std::size_t at = 0; at < truth.faults.size(); ++at) {
            fill({.status = 0, .fault = &AxiosFailure::faults()[at], .method = {}}, truth.faults[at]);
        }
        return truth;
    }

    static Truth always()
    {
        return of([](const Failure&) { return Answer::Yes; });
    }
    static Truth notRead(const QString& text)
    {
        Truth truth = of([](const Failure&) { return Answer::Unread; });
        truth.unread += text.left(kLongestPart);
        return truth;
    }

    /// Joins each answer with that of the other expression for the same failure.
    [[nodiscard]] Truth joined(const Truth& other, Answer (*join)(Answer, Answer)) const
    {
        Truth result = *this;
        result.unread += other.unread;
        result.remarks += other.remarks;
        const auto merge = [join](std::vector<AxiosAnswers>& into, const std::vector<AxiosAnswers>& from) {
            for (std::size_t at = 0; at < into.size(); ++at) {
                for (std::size_t method = 0; method < into[at].size(); ++method) {
                    into[at].at(method) = join(into[at].at(method), from[at].at(method));
                }
            }
        };
        merge(result.statuses, other.statuses);
        merge(result.faults, other.faults);
        return result;
    }
};

/// `left || right`: the right side is evaluated where the left one is false.
Answer either(Answer left, Answer right)
{
    return left == Answer::No ? right : left == Answer::Unread && right == Answer::Yes ? Answer::Yes : left;
}

/// `left && right`.
Answer both(Answer left, Answer right)
{
    return left == Answer::Yes ? right : left == Answer::Unread && right == Answer::No ? Answer::No : left;
}

Truth opposite(const Truth& truth)
{
    return truth.joined(truth, [](Answer left, Answer /*same*/) {
        return left == Answer::Yes ? Answer::No : left == Answer::No ? Answer::Yes : left;
    });
}

bool isServerFailure(const Failure& failure)
{
    return failure.status == kTooManyRequests ||
           (failure.status >= kFirstServerError && failure.status <= kLastServerError);
}

/// One of axios-retry's own conditions; absent: another name.
std::optional<Truth> named(const QString& name)
{
    const auto network = [](const Failure& failure) {
        return failure.fault != nullptr && !failure.isTimeout() && !failure.fault->isListed;
    };
    const auto retryable = [](const Failure& failure) {
        return !failure.isTimeout() && (failure.fault != nullptr || isServerFailure(failure));
    };
    const auto isOneOf = [](const Failure& failure, qsizetype first) {
        const qsizetype at = AxiosFailure::methods().indexOf(failure.method.toUpper());
        return at >= 0 && at < first;
    };
    constexpr qsizetype kSafe = 3;       // GET, HEAD, OPTIONS
    constexpr qsizetype kIdempotent = 5; // and PUT, DELETE
    const auto idempotent = [=](const Failure& failure) {
        return retryable(failure) && isOneOf(failure, kIdempotent);
    };
    if (name == u"isNetworkError") {
        return Truth::of([=](const Failure& failure) { return answer(network(failure)); });
    }
    if (name == u"isRetryableError") {
        return Truth::of([=](const Failure& failure) { return answer(retryable(failure)); });
    }
    if (name == u"isSafeRequestError") {
        return Truth::of(
            [=](const Failure& failure) { return answer(retryable(failure) && isOneOf(failure, kSafe)); });
    }
    if (name == u"isIdempotentRequestError") {
        return Truth::of([=](const Failure& failure) { return answer(idempotent(failure)); });
    }
    if (name == u"isNetworkOrIdempotentRequestError") {
        return Truth::of(
            [=](const Failure& failure) { return answer(network(failure) || idempotent(failure)); });
    }
    return std::nullopt;
}

/// The end of the bracket or text that begins at `at`; the size of the text where it does not end.
qsizetype endOf(QStringView text, qsizetype at)
{
    const QChar opening = text.at(at);
    if (QStringView(u"'\"`").contains(opening)) {
        for (qsizetype end = at + 1; end < text.size(); ++end) {
            if (text.at(end) == u'\\') {
                ++end;
            } else if (text.at(end) == opening) {
                return end + 1;
            }
        }
        return text.size();
    }
    int depth = 0;
    for (qsizetype end = at; end < text.size(); ++end) {
        depth += QStringView(u"([{").contains(text.at(end)) ? 1 : 0;
        depth -= QStringView(u")]}").contains(text.at(end)) ? 1 : 0;
        if (depth == 0) {
            return end + 1;
        }
    }
    return text.size();
}

/// Splits outside brackets and texts.
QStringList splitAt(const QString& text, QStringView separator)
{
    QStringList parts;
    qsizetype start = 0;
    for (qsizetype at = 0; at < text.size();) {
        if (QStringView(u"([{'\"`").contains(text.at(at))) {
            at = endOf(text, at);
        } else if (QStringView(text).sliced(at).startsWith(separator)) {
            parts += text.mid(start, at - start).trimmed();
            at += separator.size();
            start = at;
        } else {
            ++at;
        }
    }
    parts += text.mid(start).trimmed();
    return parts;
}

/// Without brackets around all of it, `Boolean(…)`, `!!`, and a comparison with true.
QString bare(QString text)
{
    static const QRegularExpression isTrue(QStringLiteral("\\s*(?<!!)===?\\s*true\\z"));
    static const QRegularExpression trueIs(QStringLiteral("\\Atrue\\s*===?\\s*"));
    for (qsizetype before = -1; before != text.size();) {
        before = text.size();
        text = text.trimmed();
        for (const QStringView wrapper :
             {QStringView(u"Boolean"), QStringView(u"!!"), QStringView(u"await ")}) {
            if (text.startsWith(wrapper) &&
                (wrapper != u"Boolean" || text.mid(wrapper.size()).trimmed().startsWith(u'('))) {
                text = text.mid(wrapper.size()).trimmed();
            }
        }
        if (text.startsWith(u'(') && endOf(text, 0) == text.size()) {
            text = text.mid(1, text.size() - 2);
        }
        if (!text.contains(QStringLiteral("||")) && !text.contains(QStringLiteral("&&"))) {
            text.remove(isTrue).remove(trueIs);
        } else if (text.startsWith(u'(')) { // `(a || b) === true`
            const qsizetype end = endOf(text, 0);
            if (isTrue.match(text.mid(end)).capturedLength() == text.size() - end && end < text.size()) {
                text.truncate(end);
            }
        }
    }
    return text;
}

bool throwsWithoutResponse(const QString& code)
{
    static const QRegularExpression access(QStringLiteral("\\bresponse!?\\.status"));
    return access.match(code).hasMatch();
}

/// A value of JavaScript, as far as conditions compare it.
struct Value
{
    enum class Kind { Undefined, Number, Text, OneOfTexts, Throws } kind = Kind::Undefined;
    int number = 0;
    std::vector<QString> texts; ///< OneOfTexts: which of them depends on the system
};

Value textValue(const QString& text)
{
    return {.kind = Value::Kind::Text, .number = 0, .texts = {text}};
}

/// What a value is for each failure.
using Operand = std::function<Value(const Failure&)>;

/// A number or a quoted text; absent: another expression.
std::optional<Value> literal(const QString& written)
{
    const QString text = bare(written);
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (isNumber) {
        return Value{.kind = Value::Kind::Number, .number = number, .texts = {}};
    }
    if (text == u"undefined" || text == u"null") {
        return Value{};
    }
    const bool isText = text.size() >= 2 && QStringView(u"'\"`").contains(text.front()) &&
                        endOf(text, 0) == text.size() && !text.contains(u'\\');
    return isText ? std::optional(textValue(text.mid(1, text.size() - 2))) : std::nullopt;
}

/// `error.response?.status`, `err.code`, `error.config.method`, a name that was given to one of them, or `…
/// ?? 0`.
std::optional<Operand> operand(const QString& written)
{
    static const QRegularExpression status(
        QStringLiteral("\\A(?:[\\w$]+!?\\??\\.)*(?:status|statusCode|status_code)!?\\z"));
    static const QRegularExpression code(QStringLiteral("\\A(?:[\\w$]+!?\\??\\.)?code!?\\z"));
    static const QRegularExpression method(
        QStringLiteral("\\A(?:(?:[\\w$]+!?\\??\\.)*config!?\\??\\.)?method!?(?:\\??\\.(toUpperCase|"
                       "toLowerCase)\\(\\))?\\z"));
    const QStringList parts = bare(written).split(QStringLiteral("??"));
    const std::optional<Value> otherwise = parts.size() == 2 ? literal(parts.at(1)) : std::nullopt;
    if (parts.size() > 2 || (parts.size() == 2 && !otherwise)) {
        return std::nullopt;
    }
    const QString path = bare(parts.front());
    Operand read;
    if (status.match(path).hasMatch()) {
        const bool throws = throwsWithoutResponse(path);
        read = [throws](const Failure& failure) {
            return failure.fault != nullptr && throws
                       ? Value{.kind = Value::Kind::Throws, .number = 0, .texts = {}}
                   : failure.fault != nullptr
                       ? Value{}
                       : Value{.kind = Value::Kind::Number, .number = failure.status, .texts = {}};
        };
    } else if (code.match(path).hasMatch()) {
        read = [](const Failure& failure) {
            const std::vector<QString> codes = failure.codes();
            return codes.size() > 1 ? Value{.kind = Value::Kind::OneOfTexts, .number = 0, .texts = codes}
                                    : textValue(codes.front());
        };
    } else if (const auto match = method.match(path); match.hasMatch()) {
        const bool isUpper = match.captured(1) == u"toUpperCase";
        read = [isUpper](const Failure& failure) {
            return textValue(isUpper ? failure.method.toUpper() : failure.method);
        };
    } else {
        return std::nullopt;
    }
    return otherwise ? [read, otherwise](const Failure& failure) {
        const Value value = read(failure);
        return value.kind == Value::Kind::Undefined ? *otherwise : value;
    } : read;
}

/// `===` between a value and a literal. isStrict: `==` also takes a text of digits for the number.
Answer equals(const Value& value, const Value& other, bool isStrict)
{
    using Kind = Value::Kind;
    if (value.kind == Kind::Throws) {
        return Answer::Throws;
    }
    if (value.kind == Kind::Number && other.kind == Kind::Text && !isStrict) {
        return answer(QString::number(value.number) == other.texts.front());
    }
    if (value.kind == Kind::OneOfTexts && other.kind == Kind::Text) {
        return std::ranges::count(value.texts, other.texts.front()) > 0 ? Answer::Unread : Answer::No;
    }
    return answer(value.kind == other.kind && value.number == other.number && value.texts == other.texts);
}

Answer negated(Answer of)
{
    return of == Answer::Yes ? Answer::No : of == Answer::No ? Answer::Yes : of;
}

Answer compares(const Value& value, const QString& sign, const Value& other)
{
    if (sign.startsWith(u'!') || sign.startsWith(u'=')) {
        const Answer same = equals(value, other, sign.size() == 3);
        return sign.startsWith(u'!') ? negated(same) : same;
    }
    if (value.kind == Value::Kind::Throws) {
        return Answer::Throws;
    }
    bool isNumber = other.kind == Value::Kind::Number;
    const int right = isNumber                          ? other.number
                      : other.kind == Value::Kind::Text ? other.texts.front().toInt(&isNumber)
                                                        : 0;
    if (value.kind != Value::Kind::Number || !isNumber) {
        return Answer::No; // undefined and a code are neither above nor below a number
    }
    const int left = value.number;
    return answer(sign == u">="   ? left >= right
                  : sign == u"<=" ? left <= right
                  : sign == u">"  ? left > right
                                  : left < right);
}

bool isNever(const Truth& truth)
{
    const auto isNo = [](const AxiosAnswers& answers) {
        return std::ranges::count(answers, Answer::No) == static_cast<std::ptrdiff_t>(answers.size());
    };
    return std::ranges::all_of(truth.statuses, isNo) && std::ranges::all_of(truth.faults, isNo);
}

/// Says why a comparison can never be true, where its author took a value for one of another kind.
Truth withRemark(Truth truth, const QString& text, const QString& operandText,
                 const std::vector<Value>& values)
{
    if (!isNever(truth) || values.empty()) {
        return truth;
    }
    const QString name = bare(operandText).section(QStringLiteral("??"), 0, 0).trimmed();
    const bool isCode = name.endsWith(QStringLiteral("code"));
    const bool isNumber =
        std::ranges::all_of(values, [](const Value& value) { return value.kind == Value::Kind::Number; });
    const QString why =
        isCode && isNumber ? QStringLiteral("code is a text such as ERR_BAD_REQUEST or ECONNRESET")
        : name.contains(QStringLiteral("method")) && !isNumber
            ? QStringLiteral("axios keeps the method in lower case")
        : name.contains(QStringLiteral("status")) && !isNumber ? QStringLiteral("status is a number")
                                                               : QStringLiteral("no failure has this value");
    truth.remarks += QStringLiteral("%1 can never be true: %2").arg(text.left(kLongestPart), why);
    return truth;
}

/// Of a comparison with a literal; absent: another expression.
std::optional<Truth> comparison(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A([^<>=!]+?)\\s*(===|==|!==|!=|>=|<=|>|<)\\s*([^<>=!]+)\\z"));
    const auto match = form.match(text.left(kLongestPart));
    if (!match.hasMatch() || text.size() > kLongestPart) {
        return std::nullopt;
    }
    QString left = match.captured(1).trimmed();
    QString right = match.captured(3).trimmed();
    QString sign = match.captured(2);
    if (literal(left)) { // `500 <= status`
        std::swap(left, right);
        sign.replace(u'<', u'\0').replace(u'>', u'<').replace(u'\0', u'>');
    }
    const std::optional<Value> other = literal(right);
    const std::optional<Operand> value = other ? operand(left) : std::nullopt;
    if (!value) {
        return std::nullopt;
    }
    return withRemark(
        Truth::of([&](const Failure& failure) { return compares((*value)(failure), sign, *other); }), text,
        left, {*other});
}

/// `[429, 503].includes(error.response?.status)`, `['get'].indexOf(error.config.method) > -1`,
/// `new Set([503]).has(status)`; absent: another expression.
std::optional<Truth> listed(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(?:new\\s+Set\\(\\s*)?\\[([^\\[\\]]*)\\]\\s*\\)?\\.(includes|indexOf|has)\\((.*)"
                       "\\)(?:\\s*(>|>=|!==?|===?)\\s*(-?\\d))?\\z"));
    const auto match = form.match(text);
    const auto value = match.hasMatch() ? operand(match.captured(3)) : std::nullopt;
    const bool isIndex = match.captured(2) == u"indexOf";
    if (!value || isIndex != !match.captured(4).isEmpty()) {
        return std::nullopt;
    }
    const QString test = match.captured(4) + match.captured(5);
    const bool isIn =
        test.isEmpty() || test == u">-1" || test == u">=0" || test == u"!=-1" || test == u"!==-1";
    if (!isIn && test != u"==-1" && test != u"===-1") {
        return std::nullopt;
    }
    std::vector<Value> values;
    for (const QString& each : splitAt(match.captured(1), u",")) {
        if (const std::optional<Value> one = literal(each)) {
            values.push_back(*one);
        } else if (!each.isEmpty()) { // a comma at the end
            return std::nullopt;
        }
    }
    const Truth truth = Truth::of([&](const Failure& failure) {
        const Value found = (*value)(failure);
        Answer result = found.kind == Value::Kind::Throws ? Answer::Throws : Answer::No;
        for (const Value& one : values) {
            result = either(result, equals(found, one, true));
        }
        return isIn ? result : negated(result);
    });
    return withRemark(truth, text, match.captured(3), values);
}

/// One operand without `||` and `&&`.
Truth atom(const QString& text)
{
    static const QRegularExpression call(
        QStringLiteral("\\A(?:[\\w$]+\\.)*(\\w+)\\(\\s*[\\w$]+(?:\\s+as\\s+\\w+)?\\s*\\)\\z"));
    static const QRegularExpression response(
        QStringLiteral("\\A(?:[\\w$]+\\??\\.)*response(?:\\s*([!=])==?\\s*(?:undefined|null))?\\z"));
    if (text == u"true") {
        return Truth::always();
    }
    if (text == u"false") {
        return {};
    }
    if (const auto match = call.match(text); match.hasMatch()) {
        const std::optional<Truth> own = named(match.captured(1));
        return own ? *own : match.captured(1) == u"isAxiosError" ? Truth::always() : Truth::notRead(text);
    }
    if (const auto match = response.match(text); match.hasMatch()) { // is there one?
        const bool isAbsent = match.captured(1) == u"=";
        return Truth::of(
            [isAbsent](const Failure& failure) { return answer((failure.fault != nullptr) == isAbsent); });
    }
    if (const auto truth = comparison(text)) {
        return *truth;
    }
    const auto truth = listed(text);
    return truth ? *truth : Truth::notRead(text);
}

Truth truthOf(const QString& whole, int depth)
{
    const QString text = bare(whole);
    if (depth > kDeepest) {
        return Truth::notRead(text);
    }
    const QStringList some = splitAt(text, u"||");
    const QStringList all = some.size() > 1 ? some : splitAt(text, u"&&");
    if (all.size() == 1) {
        return text.startsWith(u'!') ? opposite(truthOf(text.mid(1), depth + 1)) : atom(text);
    }
    Truth result = truthOf(all.front(), depth + 1);
    for (const QString& part : all.mid(1)) {
        result = result.joined(truthOf(part, depth + 1), some.size() > 1 ? either : both);
    }
    return result;
}

/// What is evaluated after a throw does not count without a response.
Truth afterThrow(const Truth& truth)
{
    return Truth::of(
               [](const Failure& failure) { return failure.fault != nullptr ? Answer::Throws : Answer::Yes; })
        .joined(truth, both);
}

/// `{ const status = error.response?.status; if (A) return true; if (B) return false; return C; }` is
/// `A || (!B && C)`; absent: another block.
std::optional<Truth> truthOfBlock(const QString& block, int depth)
{
    static const QRegularExpression declared(
        QStringLiteral("\\A(?:const|let|var)\\s+(?:(?:status|statusCode)\\s*(?::\\s*[\\w| ]+)?=\\s*[\\w$.?! "
                       "]+\\.status\\s*(?:\\?\\?\\s*\\d+)?"
                       "|code\\s*=\\s*[\\w$]+\\??\\.code|method\\s*=\\s*[\\w$]+\\??\\.config\\??\\.method"
                       "|\\{\\s*(?:response|code|config)(?:\\s*,\\s*(?:response|code|config))*\\s*\\}\\s*="
                       "\\s*[\\w$]+|response\\s*=\\s*[\\w$]+\\.response)\\s*;?\\s*"));
    static const QRegularExpression returned(
        QStringLiteral("\\A\\s*\\{?\\s*return\\s+(true|false)\\s*;?\\s*\\}?\\s*(?:else\\s*)?"));
    QString rest = block.mid(1, block.size() - 2).trimmed();
    if (depth > kDeepest) {
        return std::nullopt;
    }
    if (const auto match = declared.match(rest); match.hasMatch()) {
        const std::optional<Truth> truth =
            truthOfBlock(u'{' + rest.mid(match.capturedLength()) + u'}', depth + 1);
        return truth && throwsWithoutResponse(match.captured()) ? afterThrow(*truth) : truth;
    }
    if (rest.startsWith(u'{') && endOf(rest, 0) == rest.size()) { // of an else
        return truthOfBlock(rest, depth + 1);
    }
    if (rest.startsWith(QStringLiteral("if")) && rest.mid(2).trimmed().startsWith(u'(')) {
        const qsizetype open = rest.indexOf(u'(');
        const qsizetype end = endOf(rest, open);
        const auto then = returned.match(rest.mid(end));
        if (!then.hasMatch()) {
            return std::nullopt;
        }
        const Truth asked = truthOf(rest.mid(open, end - open), depth + 1);
        const std::optional<Truth> others =
            truthOfBlock(u'{' + rest.mid(end + then.capturedLength()) + u'}', depth + 1);
        if (!others) {
            return std::nullopt;
        }
        return then.captured(1) == u"true" ? asked.joined(*others, either)
                                           : opposite(asked).joined(*others, both);
    }
    if (!rest.startsWith(QStringLiteral("return"))) {
        return std::nullopt;
    }
    QString last = rest.mid(6).trimmed();
    last.chop(last.endsWith(u';') ? 1 : 0);
    if (splitAt(last, u";").size() > 1) {
        return std::nullopt;
    }
    return last.isEmpty() ? Truth{} : truthOf(last, depth + 1);
}

QString withoutComments(const QString& code)
{
    QString result;
    for (qsizetype at = 0; at < code.size();) {
        const QStringView rest = QStringView(code).sliced(at);
        if (QStringView(u"'\"`").contains(code.at(at))) {
            const qsizetype end = endOf(code, at);
            result += code.mid(at, end - at);
            at = end;
        } else if (rest.startsWith(u"//") || rest.startsWith(u"/*")) {
            const bool isLine = rest.startsWith(u"//");
            const qsizetype end =
                isLine ? code.indexOf(u'\n', at) : code.indexOf(QStringLiteral("*/"), at + 2);
            at = end < 0 ? code.size() : isLine ? end : end + 2;
        } else {
            result += code.at(at++);
        }
    }
    return result;
}

bool hasUnread(const std::vector<AxiosAnswers>& answers)
{
    return std::ranges::any_of(
        answers, [](const AxiosAnswers& some) { return std::ranges::count(some, Answer::Unread) > 0; });
}

AxiosCondition conditionOf(Truth truth)
{
    if (!hasUnread(truth.statuses) && !hasUnread(truth.faults)) {
        truth.unread.clear(); // what was not read decides nothing
    } else if (truth.unread.isEmpty()) {
        truth.unread += QStringLiteral("the code of the error, which depends on the operating system");
    }
    truth.unread.removeDuplicates();
    truth.remarks.removeDuplicates();
    return {.statuses = std::move(truth.statuses),
            .faults = std::move(truth.faults),
            .unread = std::move(truth.unread),
            .remarks = std::move(truth.remarks)};
}

} // namespace

const std::vector<AxiosFailure::Fault>& AxiosFailure::faults()
{
    static const QString reset = QStringLiteral("ECONNRESET");
    static const QString timeout = Failure::kTimeoutCode.toString();
    // A body that ends early leaves the response, so that its status decides.
    static const std::vector<Fault> all{
        {u"connectTimeout", {timeout}, false},
        {u"readTimeout", {timeout}, false},
        {u"connectionReset", {reset}, false},
        {u"closedBeforeResponse", {reset}, false},
        {u"responseReset", {reset}, false},
        {u"connectionRefused", {QStringLiteral("ECONNREFUSED")}, false},
        {u"malformedResponse", {QStringLiteral("HPE_INVALID_CONSTANT"), QStringLiteral("EPROTO")}, false},
        {u"hostNotFound", {QStringLiteral("ENOTFOUND"), QStringLiteral("EAI_AGAIN")}, true},
        // is-retry-allowed has ENETUNREACH on its list; an unreachable host is EHOSTUNREACH.
        {u"unreachable", {QStringLiteral("EHOSTUNREACH"), QStringLiteral("ENETUNREACH")}, false},
        {u"tlsFailed",
         {QStringLiteral("EPROTO"), QStringLiteral("CERT_HAS_EXPIRED"),
          QStringLiteral("DEPTH_ZERO_SELF_SIGNED_CERT"), QStringLiteral("SELF_SIGNED_CERT_IN_CHAIN"),
          QStringLiteral("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), QStringLiteral("ERR_TLS_CERT_ALTNAME_INVALID")},
         true},
    };
    return all;
}

const QStringList& AxiosFailure::methods()
{
    static const QStringList all{QStringLiteral("GET"),  QStringLiteral("HEAD"),   QStringLiteral("OPTIONS"),
                                 QStringLiteral("PUT"),  QStringLiteral("DELETE"), QStringLiteral("POST"),
                                 QStringLiteral("PATCH")};
    return all;
}

QString axiosCodeWithoutComments(const QString& code)
{
    return withoutComments(code).trimmed();
}

AxiosCondition usualAxiosCondition()
{
    return conditionOf(*named(QStringLiteral("isNetworkOrIdempotentRequestError")));
}

AxiosCondition axiosConditionFrom(const QString& written)
{
    const QString code = axiosCodeWithoutComments(written.left(kLongestCondition + 1));
    static const QRegularExpression reference(QStringLiteral("\\A(?:[\\w$]+\\.)*(\\w+)\\z"));
    static const QRegularExpression function(
        QStringLiteral("\\A(?:async\\s*)?(?:\\(?\\s*(?:[\\w$]*|\\{[\\w\\s,]*\\})(?:\\s*:\\s*[\\w$<>.]+)?\\s*"
                       "\\)?(?:\\s*:\\s*[\\w<>]+)?"
                       "\\s*=>|function\\s*\\w*\\s*\\([^)]*\\))\\s*([\\s\\S]*)\\z"));
    if (code.size() > kLongestCondition) {
        return conditionOf(Truth::notRead(code));
    }
    if (const auto match = reference.match(code); match.hasMatch()) {
        const std::optional<Truth> own = named(match.captured(1));
        return conditionOf(own ? *own : Truth::notRead(code));
    }
    const auto given = function.match(code);
    const QString body = given.hasMatch() ? given.captured(1).trimmed() : code;
    const bool isBlock = body.startsWith(u'{') && endOf(body, 0) == body.size();
    const std::optional<Truth> read = isBlock ? truthOfBlock(body, 0) : truthOf(body, 0);
    return conditionOf(read ? *read : Truth::notRead(body));
}

} // namespace retryscope::io
