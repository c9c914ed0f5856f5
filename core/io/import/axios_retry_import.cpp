// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/axios_condition.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <QRegularExpression>

#include <chrono>

namespace retryscope::io {

namespace {

constexpr int kAxiosRetries = 3;

class AxiosRetryPolicy
{
public:
    AxiosRetryPolicy()
        : m_draft(ConfigurationKind::AxiosRetry, QStringLiteral("axios-retry-4.5.0-default"),
                  QStringLiteral("the configuration that was imported; axios-retry 4.5.0, src/index.ts"))
    {
    }

    /// placed: settings of the program around.
    ImportResult read(const Setting& options, std::vector<PlacedSetting> placed, const ImportWish& wish)
    {
        m_draft.setNoBackoff();
        for (const Setting::Member& member : options.members) {
            readOption(member);
        }
        if (!m_hasRetries) {
            m_draft.understood(0, QStringLiteral("retries"), QStringLiteral("not given: 3 retries"));
        }
        if (!m_hasCondition) {
            m_draft.understood(0, QStringLiteral("retryCondition"),
                               QStringLiteral("not given: retries network errors of any request, and 429 and "
                                              "5xx of GET, HEAD, OPTIONS, PUT and DELETE"));
        }
        if (!m_hasDelay) {
            m_draft.understood(0, QStringLiteral("retryDelay"),
                               QStringLiteral("not given: immediately, or after the delay in Retry-After"));
        }
        if (!m_hasReset) {
            m_draft.understood(0, QStringLiteral("shouldResetTimeout"),
                               QStringLiteral("not given: axios' timeout covers all attempts together"));
        }
        m_draft.setAttempts(m_retries, false, {{QStringLiteral("timeoutCoversCall"), !m_resetsTimeout}});
        addRules();
        m_draft.set(
            QStringLiteral("hints"),
            m_obeys ? QJsonArray{QJsonObject{{QStringLiteral("header"), QStringLiteral("retry-after")},
                                             {QStringLiteral("unit"), QStringLiteral("secondsOrDate")},
                                             {QStringLiteral("bounds"), QStringLiteral("lowerBound")},
                                             {QStringLiteral("signed"), true},
                                             {QStringLiteral("atOnceAbove"), QStringLiteral("2147483647ms")},
                                             {QStringLiteral("spread"), m_hintSpread},
                                             {QStringLiteral("source"), m_draft.source()}}}
                    : QJsonArray());
        PlacedSetting where;
        where.block = QStringLiteral("the options of axiosRetry");
        where.isAllRetries = true;
        place(placed, options, ConfigurationKind::AxiosRetry,
              {.own = {}, .root = QStringLiteral("axiosRetry")}, where);
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    void readOption(const Setting::Member& member)
    {
        const QString& name = member.name;
        if (name == u"retries") {
            const std::optional<int> retries = member.value.wholeNumber();
            m_hasRetries = retries && *retries >= 0;
            m_retries = m_hasRetries ? std::min(*retries, 1'000'000) : kAxiosRetries;
            if (m_hasRetries) {
                m_draft.understood(member, retriesText(m_retries));
            } else {
                m_draft.notUnderstood(member, QStringLiteral("not a number"),
                                      QStringLiteral("This policy assumes 3 retries."));
            }
        } else if (name == u"retryDelay") {
            readDelay(member);
        } else if (name == u"retryCondition") {
            readCondition(member);
        } else if (name == u"shouldResetTimeout") {
            m_hasReset = true;
            m_resetsTimeout = member.value.yes() == true;
            m_draft.understood(member, m_resetsTimeout
                                           ? QStringLiteral("each attempt gets axios' full timeout")
                                           : QStringLiteral("axios' timeout covers all attempts together"));
        } else if (name == u"validateResponse" && member.value.kind == Setting::Kind::Nothing) {
            m_draft.understood(member,
                               QStringLiteral("axios' own rule: every response except 2xx is an error"));
        }
    }

    void readCondition(const Setting::Member& member)
    {
        m_draft.take(&member.value);
        m_hasCondition = true;
        m_condition = axiosConditionFrom(member.value.text);
        const bool isSome = !m_condition.isEmpty() || m_condition.unread.isEmpty();
        if (isSome) {
            m_draft.understood(member.line, QStringLiteral("retryCondition"), conditionText());
        }
        for (const QString& part : m_condition.unread.mid(0, 20)) {
            m_draft.notUnderstood(member.line, QStringLiteral("retryCondition: ") + part,
                                  QStringLiteral("code that Retryscope does not evaluate"),
                                  QStringLiteral("axios-retry applies the whole condition; this policy "
                                                 "applies only the part that Retryscope understands."));
        }
        if (!isSome) {
            m_condition = usualAxiosCondition();
            m_draft.understood(0, QStringLiteral("retryCondition"),
                               QStringLiteral("not understood: uses axios-retry's default condition"));
        }
    }

    [[nodiscard]] QString conditionText() const
    {
        QStringList what;
        if (m_condition.onNothing) {
            what += QStringLiteral("whatever ends without a response");
        } else if (m_condition.onNetwork) {
            what += QStringLiteral("network errors");
        }
        if (m_condition.onTimeout) {
            what += QStringLiteral("timeouts");
        }
        if (m_condition.onServer) {
            what += QStringLiteral("429 and 5xx of %1")
                        .arg(m_condition.methods.isEmpty() ? QStringLiteral("any method")
                                                           : m_condition.methods.join(QStringLiteral(", ")));
        }
        for (const QJsonValue status : m_condition.statuses) {
            what += status.toVariant().toString();
        }
        for (const QJsonValue status : m_condition.except) {
            what += QStringLiteral("not %1").arg(status.toVariant().toString());
        }
        return what.isEmpty() ? QStringLiteral("retries nothing")
                              : QStringLiteral("retries %1").arg(what.join(QStringLiteral("; ")));
    }

    void readDelay(const Setting::Member& member)
    {
        using std::chrono::milliseconds;
        static const QRegularExpression exponential(
            QStringLiteral("\\bexponentialDelay\\b(?:\\(\\s*[\\w$]+\\s*(?:,\\s*[\\w$]+\\s*(?:,\\s*(\\d{1,7})"
                           "\\s*)?)?\\))?[;\\s}]*\\z"));
        static const QRegularExpression linear(
            QStringLiteral("\\blinearDelay\\b(?:\\(\\s*(\\d{1,7})?\\s*\\))?\\z"));
        static const QRegularExpression fixed(
            QStringLiteral("\\A(?:\\(?\\s*\\w*\\s*(?:,\\s*\\w+\\s*)?\\)?\\s*=>|function\\s*\\([^)]*\\))\\s*(?"
                           ":\\{\\s*return\\s+)?(\\d{1,8})\\s*;?\\s*\\}?\\z"));
        static const QRegularExpression counted(QStringLiteral(
            "\\A(?:\\(?\\s*(\\w+)\\s*(?:,\\s*\\w+\\s*)?\\)?\\s*=>|function\\s*\\(\\s*(\\w+)[^)]*\\))\\s*(?:"
            "\\{\\s*return\\s+)?(?:(?:\\1|\\2)\\s*\\*\\s*(\\d{1,7})|(\\d{1,7})\\s*\\*\\s*(?:\\1|\\2))\\s*;?"
            "\\s*\\}?\\z"));
        // `Math.min(1000 * Math.pow(2, count - 1), 10000)`, `2 ** count * 100`: the factor, one less, the
        // longest.
        static const QRegularExpression doubled(
            QStringLiteral("\\A\\(?\\s*(\\w+)[^=]*?=>\\s*(?:\\{\\s*return\\s+)?(?:Math\\.min\\(\\s*)?(?:(\\d{"
                           "1,7})\\s*\\*\\s*)?"
                           "(?:Math\\.pow\\(\\s*2\\s*,\\s*\\1\\s*(-\\s*1)?\\s*\\)|\\(?2\\s*\\*\\*\\s*\\(?"
                           "\\1\\s*(-\\s*1)?\\)?\\)?)"
                           "\\s*(?:\\*\\s*(\\d{1,7}))?\\s*(?:,\\s*(\\d{1,8})\\s*\\))?\\s*;?\\s*\\}?\\z"));
        m_hasDelay = true;
        const QString code = axiosCodeWithoutComments(member.value.text);
        if (const auto match = exponential.match(code); match.hasMatch()) {
            const int factor = match.captured(1).isEmpty() ? 100 : match.captured(1).toInt();
            m_draft.setBackoff(milliseconds{2 * factor}, 2, std::nullopt);
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("above"));
            m_draft.setBackoff(QStringLiteral("spread"), 0.2);
            m_hintSpread = 0.2;
            m_draft.understood(
                member,
                QStringLiteral("%1 ms, doubled each time, plus up to 20 % at random").arg(2 * factor));
        } else if (const auto lineal = linear.match(code); lineal.hasMatch()) {
            setLinear(member, lineal.captured(1).isEmpty() ? 100 : lineal.captured(1).toInt());
        } else if (const auto multiple = counted.match(code); multiple.hasMatch()) {
            m_obeys = false;
            setLinear(member, (multiple.captured(3) + multiple.captured(4)).toInt());
        } else if (const auto power = doubled.match(code.left(400)); power.hasMatch()) {
            m_obeys = false;
            const int step = (power.captured(2) + power.captured(5)).toInt();
            const bool isLess = !(power.captured(3) + power.captured(4)).isEmpty();
            const int first = std::max(1, step) * (isLess ? 1 : 2);
            const std::optional<Duration> cap =
                power.captured(6).isEmpty()
                    ? std::nullopt
                    : std::optional<Duration>(milliseconds{power.captured(6).toInt()});
            m_draft.setBackoff(milliseconds{first}, 2, cap);
            m_draft.understood(
                member, QStringLiteral("%1 ms, doubled each time%2; ignores Retry-After")
                            .arg(first)
                            .arg(cap ? QStringLiteral(", at most %1 ms").arg(power.captured(6)) : QString()));
        } else if (const auto same = fixed.match(code); same.hasMatch()) {
            m_obeys = false;
            m_draft.setBackoff(milliseconds{same.captured(1).toInt()}, 1, std::nullopt);
            m_draft.understood(member,
                               QStringLiteral("%1 ms each time; ignores Retry-After").arg(same.captured(1)));
        } else if (code.endsWith(QStringLiteral("noDelay"))) {
            m_draft.understood(member, QStringLiteral("immediately, or after the delay in Retry-After"));
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("code that Retryscope does not evaluate"),
                QStringLiteral("axios-retry uses the computed delays; this policy retries immediately."));
        }
    }

    void setLinear(const Setting::Member& member, int step)
    {
        m_draft.setBackoff(std::chrono::milliseconds{step}, 1, std::nullopt);
        m_draft.setBackoff(QStringLiteral("type"), QStringLiteral("linear"));
        m_draft.understood(member, QStringLiteral("%1 ms, %2 ms and so on").arg(step).arg(2 * step));
    }

    void addRules()
    {
        // A body that ends early leaves the response, so that its status decides.
        const QStringList broken = faults::brokenBefore() + QStringList{QStringLiteral("responseReset"),
                                                                        QStringLiteral("connectionRefused"),
                                                                        QStringLiteral("malformedResponse")};
        // Codes that is-retry-allowed forbids; only isNetworkError looks at its list.
        const QStringList listed{QStringLiteral("hostNotFound"), QStringLiteral("unreachable"),
                                 QStringLiteral("tlsFailed")};
        // ECONNABORTED, axios' own timeout, is on no list of axios-retry's.
        m_draft.addRule(QStringLiteral("timeouts"), QStringLiteral("a timeout"),
                        m_condition.onNothing || m_condition.onTimeout ? QStringLiteral("timeout")
                                                                       : QStringLiteral("permanent"),
                        {{QStringLiteral("faultIn"),
                          textList({QStringLiteral("connectTimeout"), QStringLiteral("readTimeout")})}});
        if (m_condition.onNetwork || m_condition.onNothing) {
            m_draft.addRule(
                QStringLiteral("network"), QStringLiteral("no complete response arrived"),
                QStringLiteral("transient"),
                {{QStringLiteral("faultIn"), textList(m_condition.onNothing ? broken + listed : broken)}});
        }
        if (m_condition.onServer && !m_condition.onNothing) {
            m_draft.addRule(QStringLiteral("no-response"),
                            QStringLiteral("no response arrived, for one of the methods"),
                            QStringLiteral("transient"),
                            forMethods({{QStringLiteral("faultIn"),
                                         textList(m_condition.onNetwork ? listed : broken + listed)}}));
        }
        if (!m_condition.statuses.isEmpty()) {
            m_draft.addRule(QStringLiteral("condition"), QStringLiteral("a status named in retryCondition"),
                            QStringLiteral("server"), {{QStringLiteral("statusIn"), m_condition.statuses}});
        }
        if (!m_condition.except.isEmpty()) {
            m_draft.addRule(QStringLiteral("except"),
                            QStringLiteral("a status that retryCondition leaves out"),
                            QStringLiteral("permanent"), {{QStringLiteral("statusIn"), m_condition.except}});
        }
        if (m_condition.onServer) {
            m_draft.addRule(
                QStringLiteral("server"), QStringLiteral("429 or a server error"), QStringLiteral("server"),
                forMethods({{QStringLiteral("statusIn"), QJsonArray{429, QStringLiteral("5xx")}}}));
        }
    }

    [[nodiscard]] QJsonObject forMethods(QJsonObject when) const
    {
        if (!m_condition.methods.isEmpty()) {
            when[QStringLiteral("methodIn")] = textList(m_condition.methods);
        }
        return when;
    }

    PolicyDraft m_draft;
    AxiosCondition m_condition = usualAxiosCondition();
    int m_retries = kAxiosRetries;
    bool m_hasRetries = false;
    bool m_hasCondition = false;
    bool m_hasDelay = false;
    bool m_hasReset = false;
    bool m_resetsTimeout = false;
    bool m_obeys = true;
    double m_hintSpread = 0;
};

} // namespace

ImportResult importAxiosRetry(const QString& text, const ImportWish& wish, const QString& file)
{
    LiteralReader reader(text, file);
    Setting options;
    std::pair<qsizetype, qsizetype> range;
    const qsizetype call = reader.find(QStringLiteral("axiosRetry"), u'(');
    if (call >= 0) {
        const Result<Setting> arguments = reader.argumentsAt(call);
        if (!arguments) {
            return arguments.error();
        }
        range = {call, reader.end()};
        const std::vector<Setting::Member>& given = arguments.value().members;
        options = given.size() > 1 ? given[1].value : Setting();
        if (options.kind == Setting::Kind::Code) {
            return badLine(
                file, options.line,
                QStringLiteral(
                    "axiosRetry takes its options from \"%1\", defined elsewhere; give the object itself")
                    .arg(options.shown()));
        }
    } else {
        const qsizetype from = text.indexOf(u'{');
        const Result<Setting> object =
            from < 0 ? Result<Setting>(saysNothing(ConfigurationKind::AxiosRetry,
                                                   QStringLiteral("axiosRetry(axios, { retries: 3 })"), file))
                     : reader.valueAt(from);
        if (!object) {
            return object.error();
        }
        range = {from, reader.end()};
        options = object.value();
        if (const Setting* own = options.find({"axios-retry"})) {
            options = Setting(*own);
        }
        if (options.find({"retries", "retryDelay", "retryCondition"}) == nullptr) {
            return saysNothing(ConfigurationKind::AxiosRetry,
                               QStringLiteral("an object with retries, retryDelay or retryCondition"), file);
        }
    }
    std::vector<PlacedSetting> placed;
    place(placed, reader.words(), ConfigurationKind::AxiosRetry, {range});
    return AxiosRetryPolicy().read(options, std::move(placed), wish);
}

} // namespace retryscope::io
