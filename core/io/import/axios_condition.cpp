// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/axios_condition.h"

#include <QRegularExpression>

#include <algorithm>
#include <bitset>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

constexpr int kStatuses = 1000;
constexpr int kDeepest = 32;
constexpr qsizetype kLongestCondition = 4000;
constexpr QStringView kTimeoutCode = u"ECONNABORTED"; ///< axios' own timeout

/// What an expression is without a response: `error.response.status` throws, and then axios-retry rejects the
/// call.
enum class OnNothing { No, Yes, Throws };

/// Which responses an expression is true for.
struct Truth
{
    std::bitset<kStatuses> statuses;
    OnNothing onNothing = OnNothing::No;
    QStringList named;             ///< axios-retry's own conditions, or kTimeoutCode, joined by `or`
    std::bitset<kStatuses> except; ///< which `named` does not hold for
    QStringList unread;

    [[nodiscard]] bool isPlain() const { return named.isEmpty() && unread.isEmpty(); }
    [[nodiscard]] bool isAlways() const { return isPlain() && onNothing == OnNothing::Yes && statuses.all(); }
};

Truth always()
{
    Truth truth;
    truth.statuses.set();
    truth.onNothing = OnNothing::Yes;
    return truth;
}

const QStringList& safeMethods()
{
    static const QStringList methods{QStringLiteral("GET"), QStringLiteral("HEAD"),
                                     QStringLiteral("OPTIONS")};
    return methods;
}

/// One of axios-retry's names; false: none of them.
bool takeNamed(const QString& name, AxiosCondition& condition)
{
    if (name == kTimeoutCode) {
        condition.onTimeout = true;
    } else if (name == u"isNetworkError") {
        condition.onNetwork = true;
    } else if (name == u"isRetryableError") {
        condition.onServer = true;
        condition.methods.clear();
    } else if (name == u"isSafeRequestError") {
        condition.onServer = true;
        condition.methods = safeMethods();
    } else if (name == u"isIdempotentRequestError" || name == u"isNetworkOrIdempotentRequestError") {
        condition.onNetwork = condition.onNetwork || name == u"isNetworkOrIdempotentRequestError";
        condition.onServer = true;
        condition.methods = usualAxiosCondition().methods;
    } else {
        return false;
    }
    return true;
}

bool isNamed(const QString& name)
{
    AxiosCondition ignored;
    return takeNamed(name, ignored);
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

/// The status of a response, as `error.response?.status`, a name that was given to it, or `… ?? 0`.
struct StatusOperand
{
    std::optional<int> otherwise; ///< the value without a response; absent: undefined
    bool throws = false;          ///< without a response
};
std::optional<StatusOperand> statusOperand(const QString& text)
{
    static const QRegularExpression path(
        QStringLiteral("\\A(?:[\\w$]+!?\\??\\.)*(?:status|statusCode|status_code)!?\\z"));
    const QStringList parts = bare(text).split(QStringLiteral("??"));
    bool isNumber = true;
    const int otherwise = parts.size() > 1 ? parts.at(1).trimmed().toInt(&isNumber) : 0;
    if (parts.size() > 2 || !isNumber || !path.match(bare(parts.front())).hasMatch()) {
        return std::nullopt;
    }
    return StatusOperand{.otherwise = parts.size() > 1 ? std::optional(otherwise) : std::nullopt,
                         .throws = throwsWithoutResponse(text)};
}

/// What a test of the status is without a response, where undefined would make it this.
OnNothing onNothingOf(const StatusOperand& operand, bool isTrue)
{
    return operand.throws ? OnNothing::Throws : isTrue ? OnNothing::Yes : OnNothing::No;
}

bool isTrueFor(int status, const QString& sign, int number)
{
    return sign.startsWith(u'!')   ? status != number
           : sign.startsWith(u'=') ? status == number
           : sign == u">="         ? status >= number
           : sign == u"<="         ? status <= number
           : sign == u">"          ? status > number
                                   : status < number;
}

/// Of a comparison with a number; absent: another expression. A status that is not there is undefined, which
/// differs from every number and is neither above nor below one.
std::optional<Truth> comparison(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A([^<>=!]+?)\\s*(===|==|!==|!=|>=|<=|>|<)\\s*([^<>=!]+)\\z"));
    const auto match = form.match(text.left(200));
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    QString left = match.captured(1).trimmed();
    QString right = bare(match.captured(3));
    QString sign = match.captured(2);
    bool isNumber = false;
    if (left.toInt(&isNumber); isNumber) { // `500 <= status`
        std::swap(left, right);
        sign.replace(u'<', u'\0').replace(u'>', u'<').replace(u'\0', u'>');
    }
    const int number = right.toInt(&isNumber);
    const std::optional<StatusOperand> operand = isNumber ? statusOperand(left) : std::nullopt;
    if (!operand) {
        return std::nullopt;
    }
    Truth truth;
    truth.onNothing = onNothingOf(*operand, operand->otherwise ? isTrueFor(*operand->otherwise, sign, number)
                                                               : sign.startsWith(u'!'));
    for (int status = 0; status < kStatuses; ++status) {
        truth.statuses.set(static_cast<std::size_t>(status), isTrueFor(status, sign, number));
    }
    return truth;
}

/// `[429, 503].includes(error.response?.status)`; absent: another expression.
std::optional<Truth> listed(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A\\[\\s*(\\d{3}(?:\\s*,\\s*\\d{3})*)\\s*,?\\s*\\]\\.includes\\(([^()]*(?:\\(\\)|\\?"
                       "\\?)?[^()]*)\\)\\z"));
    const auto match = form.match(text);
    const auto operand = match.hasMatch() ? statusOperand(match.captured(2)) : std::nullopt;
    if (!operand) {
        return std::nullopt;
    }
    Truth truth;
    truth.onNothing = onNothingOf(*operand, false);
    for (const QString& each : match.captured(1).split(u',')) {
        truth.statuses.set(static_cast<std::size_t>(each.trimmed().toInt()));
    }
    return truth;
}

/// What is evaluated after a throw does not count without a response. isNetworkError is about nothing else;
/// half of another condition cannot be left out.
void dropAfterThrow(Truth& truth)
{
    truth.onNothing = OnNothing::Throws;
    truth.named.removeAll(QStringLiteral("isNetworkError"));
    truth.named.removeAll(kTimeoutCode.toString());
    truth.unread += truth.named;
    truth.named.clear();
}

Truth either(Truth left, Truth right)
{
    if (left.onNothing == OnNothing::Throws) {
        dropAfterThrow(right);
    }
    left.statuses |= right.statuses;
    left.onNothing = left.onNothing == OnNothing::No ? right.onNothing : left.onNothing;
    if (left.named.isEmpty()) {
        left.except = right.except;
    }
    const bool isSame = right.named.isEmpty() || left.except == right.except;
    (isSame ? left.named : left.unread) += right.named;
    left.unread += right.unread;
    return left;
}

/// False for what the truth is true for; absent: only axios-retry could tell.
std::optional<Truth> opposite(Truth truth)
{
    if (!truth.isPlain()) {
        return std::nullopt;
    }
    truth.statuses.flip();
    if (truth.onNothing != OnNothing::Throws) {
        truth.onNothing = truth.onNothing == OnNothing::Yes ? OnNothing::No : OnNothing::Yes;
    }
    return truth;
}

/// Both at once; absent: a part of one that only axios-retry knows would be cut by the other.
std::optional<Truth> both(const Truth& left, const Truth& right)
{
    if (left.isAlways() || right.isAlways()) {
        return left.isAlways() ? right : left;
    }
    const Truth& plain = left.isPlain() ? left : right;
    Truth result = left.isPlain() ? right : left;
    const bool isCut = !result.named.isEmpty() && plain.onNothing != OnNothing::Yes;
    if (!plain.isPlain() || !result.unread.isEmpty() || isCut) {
        return std::nullopt;
    }
    result.except |= ~plain.statuses;
    result.statuses &= plain.statuses;
    result.onNothing = left.onNothing == OnNothing::Yes ? right.onNothing : left.onNothing;
    return result;
}

Truth namedTruth(const QString& name)
{
    Truth truth;
    truth.named += name;
    return truth;
}

Truth unread(const QString& text)
{
    Truth truth;
    truth.unread += text;
    return truth;
}

/// One operand without `||` and `&&`.
Truth atom(const QString& text)
{
    static const QRegularExpression call(
        QStringLiteral("\\A(?:[\\w$]+\\.)*(\\w+)\\(\\s*[\\w$]+(?:\\s+as\\s+\\w+)?\\s*\\)\\z"));
    static const QRegularExpression response(
        QStringLiteral("\\A(?:[\\w$]+\\??\\.)*response(?:\\s*([!=])==?\\s*(?:undefined|null))?\\z"));
    static const QRegularExpression timeout(
        QStringLiteral("\\A(?:[\\w$]+\\??\\.)*code\\s*===?\\s*['\"]ECONNABORTED['\"]\\z"));
    if (text == u"true") {
        return always();
    }
    if (text == u"false") {
        return {};
    }
    if (const auto match = call.match(text); match.hasMatch()) {
        if (isNamed(match.captured(1))) {
            return namedTruth(match.captured(1));
        }
        return match.captured(1) == u"isAxiosError" ? always() : unread(text);
    }
    if (const auto match = response.match(text); match.hasMatch()) { // is there one?
        Truth truth = always();
        truth.onNothing = OnNothing::No;
        return match.captured(1) == u"=" ? *opposite(truth) : truth;
    }
    if (timeout.match(text).hasMatch()) {
        return namedTruth(kTimeoutCode.toString());
    }
    if (const auto truth = comparison(text)) {
        return *truth;
    }
    const auto truth = listed(text);
    return truth ? *truth : unread(text);
}

Truth truthOf(const QString& whole, int depth)
{
    const QString text = bare(whole);
    if (depth > kDeepest) {
        return unread(text);
    }
    if (const QStringList some = splitAt(text, u"||"); some.size() > 1) {
        Truth result;
        for (const QString& part : some) {
            result = either(std::move(result), truthOf(part, depth + 1));
        }
        return result;
    }
    const QStringList all = splitAt(text, u"&&");
    if (all.size() == 1) {
        if (text.startsWith(u'!')) {
            const auto truth = opposite(truthOf(text.mid(1), depth + 1));
            return truth ? *truth : unread(text);
        }
        return atom(text);
    }
    Truth result = always();
    for (const QString& part : all) {
        const auto truth = both(result, truthOf(part, depth + 1));
        if (!truth) {
            return unread(text);
        }
        result = *truth;
    }
    return result;
}

/// `{ const status = error.response?.status; if (A) return true; if (B) return false; return C; }` is
/// `A || (!B && C)`; absent: another block.
std::optional<Truth> truthOfBlock(const QString& block, int depth)
{
    static const QRegularExpression declared(QStringLiteral(
        "\\A(?:const|let|var)\\s+(?:(?:status|statusCode)\\s*(?::\\s*[\\w| ]+)?=\\s*[\\w$.?! "
        "]+\\.status\\s*(?:\\?\\?\\s*\\d+)?"
        "|\\{\\s*response\\s*\\}\\s*=\\s*[\\w$]+|response\\s*=\\s*[\\w$]+\\.response)\\s*;?\\s*"));
    static const QRegularExpression returned(
        QStringLiteral("\\A\\s*\\{?\\s*return\\s+(true|false)\\s*;?\\s*\\}?\\s*(?:else\\s*)?"));
    QString rest = block.mid(1, block.size() - 2).trimmed();
    if (depth > kDeepest) {
        return std::nullopt;
    }
    if (const auto match = declared.match(rest); match.hasMatch()) {
        std::optional<Truth> truth = truthOfBlock(u'{' + rest.mid(match.capturedLength()) + u'}', depth + 1);
        if (truth && throwsWithoutResponse(match.captured())) {
            dropAfterThrow(*truth);
        }
        return truth;
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
        if (then.captured(1) == u"true") {
            return either(asked, *others);
        }
        const std::optional<Truth> guard = opposite(asked);
        const std::optional<Truth> result = guard ? both(*guard, *others) : std::nullopt;
        return result ? *result : unread(rest);
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

/// `429`, `500-599`.
QJsonArray rangesOf(const std::bitset<kStatuses>& statuses)
{
    QJsonArray ranges;
    for (int from = 100; from < kStatuses; ++from) {
        if (!statuses.test(static_cast<std::size_t>(from))) {
            continue;
        }
        int to = from;
        while (to + 1 < kStatuses && statuses.test(static_cast<std::size_t>(to) + 1)) {
            ++to;
        }
        ranges.append(from == to ? QJsonValue(from) : QJsonValue(QStringLiteral("%1-%2").arg(from).arg(to)));
        from = to;
    }
    return ranges;
}

} // namespace

QString axiosCodeWithoutComments(const QString& code)
{
    return withoutComments(code).trimmed();
}

AxiosCondition usualAxiosCondition()
{
    return {.onNetwork = true,
            .onServer = true,
            .methods = safeMethods() + QStringList{QStringLiteral("PUT"), QStringLiteral("DELETE")},
            .statuses = {},
            .unread = {}};
}

AxiosCondition axiosConditionFrom(const QString& written)
{
    const QString code = axiosCodeWithoutComments(written.left(kLongestCondition + 1));
    static const QRegularExpression reference(QStringLiteral("\\A(?:[\\w$]+\\.)*(\\w+)\\z"));
    static const QRegularExpression function(
        QStringLiteral("\\A(?:async\\s*)?(?:\\(?\\s*(?:[\\w$]*|\\{[\\w\\s,]*\\})(?:\\s*:\\s*[\\w$<>.]+)?\\s*"
                       "\\)?(?:\\s*:\\s*[\\w<>]+)?"
                       "\\s*=>|function\\s*\\w*\\s*\\([^)]*\\))\\s*([\\s\\S]*)\\z"));
    AxiosCondition condition;
    if (code.size() > kLongestCondition) {
        condition.unread += code.left(200);
        return condition;
    }
    Truth truth;
    if (const auto match = reference.match(code); match.hasMatch()) {
        truth = isNamed(match.captured(1)) ? namedTruth(match.captured(1)) : unread(code);
    } else {
        const auto given = function.match(code);
        const QString body = given.hasMatch() ? given.captured(1).trimmed() : code;
        const bool isBlock = body.startsWith(u'{') && endOf(body, 0) == body.size();
        const std::optional<Truth> read = isBlock ? truthOfBlock(body, 0) : truthOf(body, 0);
        truth = read ? *read : unread(body);
    }
    for (const QString& name : truth.named) {
        takeNamed(name, condition);
    }
    // A response with a success is not an error, so that the condition is not asked.
    for (std::size_t status = 200; status < 300; ++status) {
        truth.statuses.reset(status);
    }
    condition.onNothing = truth.onNothing == OnNothing::Yes;
    condition.statuses = rangesOf(truth.statuses);
    if (condition.onServer) {
        condition.except = rangesOf(truth.except);
    }
    condition.unread = truth.unread;
    return condition;
}

} // namespace retryscope::io
