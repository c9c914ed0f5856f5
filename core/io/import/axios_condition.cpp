// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/axios_condition.h"

#include <QRegularExpression>

#include <algorithm>
#include <bitset>
#include <optional>

namespace retryscope::io {

namespace {

constexpr int kStatuses = 1000;
constexpr int kDeepest = 32;
constexpr qsizetype kLongestCondition = 4000;
constexpr QStringView kTimeoutCode = u"ECONNABORTED"; ///< axios' own timeout

/// Which responses an expression is true for.
struct Truth
{
    std::bitset<kStatuses> statuses;
    bool onNothing = false; ///< without a response
    QStringList named;      ///< axios-retry's own conditions, or kTimeoutCode, joined by `or`
    QStringList unread;

    [[nodiscard]] bool isPlain() const { return named.isEmpty() && unread.isEmpty(); }
    [[nodiscard]] bool isAlways() const { return isPlain() && onNothing && statuses.all(); }
};

Truth always()
{
    Truth truth;
    truth.statuses.set();
    truth.onNothing = true;
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
    static const QRegularExpression isTrue(QStringLiteral("\\s*===?\\s*true\\z"));
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

/// The status of a response, as `error.response?.status`, a name that was given to it, or `… ?? 0`.
struct StatusOperand
{
    std::optional<int> otherwise; ///< the value without a response; absent: undefined
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
    return StatusOperand{parts.size() > 1 ? std::optional(otherwise) : std::nullopt};
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
    truth.onNothing =
        operand->otherwise ? isTrueFor(*operand->otherwise, sign, number) : sign.startsWith(u'!');
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
    if (!match.hasMatch() || !statusOperand(match.captured(2))) {
        return std::nullopt;
    }
    Truth truth;
    for (const QString& each : match.captured(1).split(u',')) {
        truth.statuses.set(static_cast<std::size_t>(each.trimmed().toInt()));
    }
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
    static const QRegularExpression response(QStringLiteral("\\A(!?)\\s*(?:[\\w$]+\\??\\.)*response\\z"));
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
            Truth truth;
            truth.named += match.captured(1);
            return truth;
        }
        return match.captured(1) == u"isAxiosError" ? always() : unread(text);
    }
    if (const auto match = response.match(text); match.hasMatch()) { // is there one?
        Truth truth = match.captured(1).isEmpty() ? always() : Truth{};
        truth.onNothing = !match.captured(1).isEmpty();
        return truth;
    }
    if (timeout.match(text).hasMatch()) {
        Truth truth;
        truth.named += kTimeoutCode.toString();
        return truth;
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
    if (const QStringList either = splitAt(text, u"||"); either.size() > 1) {
        Truth result;
        for (const QString& part : either) {
            const Truth truth = truthOf(part, depth + 1);
            result.statuses |= truth.statuses;
            result.onNothing = result.onNothing || truth.onNothing;
            result.named += truth.named;
            result.unread += truth.unread;
        }
        return result;
    }
    const QStringList both = splitAt(text, u"&&");
    if (both.size() == 1) {
        return atom(text);
    }
    Truth result = always();
    for (const QString& part : both) {
        const Truth truth = truthOf(part, depth + 1);
        if (result.isAlways()) {
            result = truth;
        } else if (truth.isPlain() && result.isPlain()) {
            result.statuses &= truth.statuses;
            result.onNothing = result.onNothing && truth.onNothing;
        } else if (!truth.isAlways()) {
            return unread(text);
        }
    }
    return result;
}

/// `{ const status = error.response?.status; if (A) return true; return B; }` means `A || B`; absent: another
/// block.
std::optional<QString> expressionOf(const QString& block)
{
    static const QRegularExpression alias(
        QStringLiteral("\\A(?:const|let|var)\\s+(?:status|statusCode)\\s*(?::\\s*[\\w| ]+)?=\\s*[\\w$.?! "
                       "]+\\.status\\s*(?:\\?\\?\\s*\\d+)?;?\\s*"));
    static const QRegularExpression response(
        QStringLiteral("\\A(?:const|let|var)\\s+(?:\\{\\s*response\\s*\\}\\s*=\\s*[\\w$]+|response\\s*=\\s*["
                       "\\w$]+\\.response)\\s*;?\\s*"));
    static const QRegularExpression returned(
        QStringLiteral("\\A\\s*\\{?\\s*return\\s+true\\s*;?\\s*\\}?\\s*(?:else\\s*)?"));
    QString rest = block.mid(1, block.size() - 2).trimmed();
    QStringList parts;
    while (!rest.isEmpty()) {
        if (const auto match = alias.match(rest); match.hasMatch()) {
            rest = rest.mid(match.capturedLength());
        } else if (const auto given = response.match(rest); given.hasMatch()) {
            rest = rest.mid(given.capturedLength());
        } else if (rest.startsWith(QStringLiteral("if")) && rest.mid(2).trimmed().startsWith(u'(')) {
            const qsizetype open = rest.indexOf(u'(');
            const qsizetype end = endOf(rest, open);
            const auto then = returned.match(rest.mid(end));
            if (!then.hasMatch()) {
                return std::nullopt;
            }
            parts += rest.mid(open, end - open);
            rest = rest.mid(end + then.capturedLength()).trimmed();
        } else if (rest.startsWith(u'{') && endOf(rest, 0) == rest.size()) { // of an else
            rest = rest.mid(1, rest.size() - 2).trimmed();
        } else if (rest.startsWith(QStringLiteral("return"))) {
            QString last = rest.mid(6).trimmed();
            last.chop(last.endsWith(u';') ? 1 : 0);
            if (splitAt(last, u";").size() > 1) {
                return std::nullopt;
            }
            parts += last.isEmpty() ? QStringLiteral("false") : last;
            rest.clear();
        } else {
            return std::nullopt;
        }
    }
    return parts.isEmpty() ? std::nullopt : std::optional(parts.join(QStringLiteral(" || ")));
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

AxiosCondition usualAxiosCondition()
{
    return {.onNetwork = true,
            .onServer = true,
            .methods = safeMethods() + QStringList{QStringLiteral("PUT"), QStringLiteral("DELETE")},
            .statuses = {},
            .unread = {}};
}

AxiosCondition axiosConditionFrom(const QString& code)
{
    static const QRegularExpression reference(QStringLiteral("\\A(?:[\\w$]+\\.)*(\\w+)\\z"));
    static const QRegularExpression function(QStringLiteral(
        "\\A(?:async\\s*)?(?:\\(?\\s*[\\w$]*(?:\\s*:\\s*[\\w$<>.]+)?\\s*\\)?(?:\\s*:\\s*[\\w<>]+)?"
        "\\s*=>|function\\s*\\w*\\s*\\([^)]*\\))\\s*([\\s\\S]*)\\z"));
    AxiosCondition condition;
    if (code.size() > kLongestCondition) {
        condition.unread += code.left(200);
        return condition;
    }
    Truth truth;
    if (const auto match = reference.match(code); match.hasMatch()) {
        truth = isNamed(match.captured(1))
                    ? Truth{.statuses = {}, .onNothing = false, .named = {match.captured(1)}, .unread = {}}
                    : unread(code);
    } else {
        const auto given = function.match(code);
        const QString body = given.hasMatch() ? given.captured(1).trimmed() : code;
        const bool isBlock = body.startsWith(u'{') && endOf(body, 0) == body.size();
        const std::optional<QString> expression = isBlock ? expressionOf(body) : body;
        truth = expression ? truthOf(*expression, 0) : unread(body);
    }
    for (const QString& name : truth.named) {
        takeNamed(name, condition);
    }
    // A response with a success is not an error, so that the condition is not asked.
    for (std::size_t status = 200; status < 300; ++status) {
        truth.statuses.reset(status);
    }
    condition.onNothing = truth.onNothing;
    condition.statuses = rangesOf(truth.statuses);
    condition.unread = truth.unread;
    return condition;
}

} // namespace retryscope::io
