// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/axios_condition.h"
#include "core/io/import/every_call.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <bitset>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kAxiosRetries = 3;

/// Failures with the same answer for the same methods: a rule of the policy.
struct Group
{
    AxiosAnswer answer = AxiosAnswer::Yes;
    bool isFaults = false;
    QJsonArray names;    ///< of faults, or statuses
    QStringList methods; ///< empty: any
    QJsonArray cut = {}; ///< statuses that are failures only where the body was cut, not among the names

    [[nodiscard]] bool isTimeouts() const { return isFaults && names == timeouts(); }
    [[nodiscard]] bool isServer() const { return names == QJsonArray{429, QStringLiteral("5xx")}; }

    static QJsonArray timeouts() { return {QStringLiteral("connectTimeout"), QStringLiteral("readTimeout")}; }

    [[nodiscard]] QString kind() const
    {
        return isTimeouts() ? QStringLiteral("timeout")
               : isFaults   ? QStringLiteral("transient")
                            : QStringLiteral("server");
    }
    [[nodiscard]] QString id() const
    {
        return isTimeouts()                    ? QStringLiteral("timeouts")
               : isFaults && methods.isEmpty() ? QStringLiteral("network")
               : isFaults                      ? QStringLiteral("no-response")
               : isServer()                    ? QStringLiteral("server")
                                               : QStringLiteral("condition");
    }
    [[nodiscard]] QString title() const
    {
        const QString what = isTimeouts()                    ? QStringLiteral("a timeout")
                             : isFaults && methods.isEmpty() ? QStringLiteral("no complete response arrived")
                             : isFaults   ? QStringLiteral("no response arrived, for one of the methods")
                             : isServer() ? QStringLiteral("429 or a server error")
                                          : QStringLiteral("a status named in retryCondition");
        return answer == AxiosAnswer::Throws
                   ? what + QStringLiteral(", and retryCondition reads the status of the missing response")
                   : what;
    }
    /// For people: `network errors`, `429 and 5xx of GET, HEAD`.
    [[nodiscard]] QString text() const;
};

/// What isNetworkError retries.
QJsonArray networkFaults()
{
    QJsonArray names;
    for (const AxiosFailure::Fault& fault : AxiosFailure::faults()) {
        if (!fault.isListed && !Group::timeouts().contains(QString::fromUtf16(fault.name))) {
            names.append(QString::fromUtf16(fault.name));
        }
    }
    return names;
}

/// What is-retry-allowed forbids.
QJsonArray listedFaults()
{
    QJsonArray names;
    for (const AxiosFailure::Fault& fault : AxiosFailure::faults()) {
        if (fault.isListed) {
            names.append(QString::fromUtf16(fault.name));
        }
    }
    return names;
}

QString Group::text() const
{
    QStringList each;
    for (const QJsonValue name : names) {
        each += name.toVariant().toString();
    }
    if (!cut.isEmpty()) {
        each += QStringLiteral("a body that was cut");
    }
    const bool isAllBut = isFaults && names.size() + Group::timeouts().size() ==
                                          static_cast<qsizetype>(AxiosFailure::faults().size());
    const QString what = isTimeouts()               ? QStringLiteral("timeouts")
                         : names == networkFaults() ? QStringLiteral("network errors")
                         : isAllBut                 ? QStringLiteral("whatever else ends without a response")
                         : isServer()               ? QStringLiteral("429 and 5xx")
                                                    : each.join(QStringLiteral("; "));
    return !methods.isEmpty() ? QStringLiteral("%1 of %2").arg(what, methods.join(QStringLiteral(", ")))
           : isServer()       ? QStringLiteral("429 and 5xx of any method")
                              : what;
}

/// `429`, `500-503`, `5xx`.
QJsonArray rangesOf(const std::vector<int>& statuses)
{
    constexpr int kHundred = 100;
    QJsonArray ranges;
    for (std::size_t at = 0; at < statuses.size();) {
        const int from = statuses[at];
        int to = from;
        while (++at < statuses.size() && statuses[at] == to + 1) {
            ++to;
        }
        ranges.append(from == to ? QJsonValue(from)
                      : from % kHundred == 0 && to == from + kHundred - 1
                          ? QJsonValue(QStringLiteral("%1xx").arg(from / kHundred))
                          : QJsonValue(QStringLiteral("%1-%2").arg(from).arg(to)));
    }
    return ranges;
}

using MethodSet = std::bitset<AxiosFailure::kMethods>;

/// No name stands for the methods beside the list: they count where all others do.
QStringList methodNames(const MethodSet& methods)
{
    QStringList names;
    for (qsizetype at = 0; !methods.all() && at < AxiosFailure::methods().size(); ++at) {
        if (methods.test(static_cast<std::size_t>(at))) {
            names += AxiosFailure::methods().at(at);
        }
    }
    return names;
}

/// Of each failure the methods with this answer, by set.
std::map<unsigned long, std::vector<int>> alike(const std::vector<AxiosAnswers>& answers, AxiosAnswer answer)
{
    std::map<unsigned long, std::vector<int>> sets;
    for (std::size_t at = 0; at < answers.size(); ++at) {
        MethodSet methods;
        for (std::size_t method = 0; method < methods.size(); ++method) {
            methods.set(method, answers[at].at(method) == answer);
        }
        if (!methods.all()) {
            methods.reset(methods.size() - 1); // the methods beside the list have no name
        }
        if (methods.any()) {
            sets[methods.to_ulong()].push_back(static_cast<int>(at));
        }
    }
    return sets;
}

/// The statuses that axios takes for successes, from AxiosFailure::kFirstStatus on.
struct Accepted
{
    std::bitset<AxiosFailure::kStatuses> statuses;
    bool isCutAccepted = false; ///< their bodies may break off

    /// axios' own validateStatus.
    static Accepted usual()
    {
        constexpr std::size_t kSuccesses = 100;
        Accepted accepted;
        for (std::size_t at = 0; at < kSuccesses; ++at) {
            accepted.statuses.set(at);
        }
        return accepted;
    }
    /// Those that a function of the status or of the response takes; absent: only the program could tell, or
    /// it takes none, which a policy cannot say.
    static std::optional<Accepted> by(const QString& code)
    {
        const AxiosCondition condition = axiosConditionFrom(code);
        Accepted accepted;
        for (std::size_t at = 0; at < condition.statuses.size(); ++at) {
            const AxiosAnswers& answers = condition.statuses[at];
            if (std::ranges::any_of(answers, [&answers](AxiosAnswer one) {
                    return one != answers.front() || one == AxiosAnswer::Unread;
                })) {
                return std::nullopt;
            }
            accepted.statuses.set(at, answers.front() == AxiosAnswer::Yes);
        }
        return accepted.statuses.any() ? std::optional(accepted) : std::nullopt;
    }
    /// `2xx`, `200-499`
    [[nodiscard]] QJsonArray ranges() const
    {
        std::vector<int> numbers;
        for (std::size_t at = 0; at < statuses.size(); ++at) {
            if (statuses.test(at)) {
                numbers.push_back(static_cast<int>(at) + AxiosFailure::kFirstStatus);
            }
        }
        return rangesOf(numbers);
    }
    [[nodiscard]] QString text() const
    {
        QStringList each;
        for (const QJsonValue range : ranges()) {
            each += range.toVariant().toString();
        }
        return statuses.all()
                   ? QStringLiteral("every response is a success")
                   : QStringLiteral("these statuses are successes: ") + each.join(QStringLiteral(", "));
    }
};

/// Of the answer no only timeouts: one can come after the status of a response, which has rules of its own.
std::vector<Group> groupsOf(const AxiosCondition& condition, const Accepted& accepted)
{
    std::vector<Group> groups;
    for (const AxiosAnswer answer :
         {AxiosAnswer::No, AxiosAnswer::Throws, AxiosAnswer::Yes, AxiosAnswer::Unread}) {
        for (const auto& [set, faults] : alike(condition.faults, answer)) {
            QJsonArray timeouts;
            QJsonArray others;
            for (const int fault : faults) {
                const QString name =
                    QString::fromUtf16(AxiosFailure::faults()[static_cast<std::size_t>(fault)].name);
                (Group::timeouts().contains(name) ? timeouts : others).append(name);
            }
            for (const QJsonArray& names : {timeouts, others}) {
                if (!names.isEmpty() && (answer != AxiosAnswer::No || names == timeouts)) {
                    groups.push_back({answer, true, names, methodNames(MethodSet(set))});
                }
            }
        }
        if (answer == AxiosAnswer::No) {
            continue;
        }
        for (const auto& [set, statuses] : alike(condition.statuses, answer)) {
            std::vector<int> cut;
            std::vector<int> failures;
            for (const int at : statuses) {
                const int status = at + AxiosFailure::kFirstStatus;
                const bool isAccepted = accepted.statuses.test(static_cast<std::size_t>(at));
                if (!isAccepted || !accepted.isCutAccepted) {
                    (isAccepted ? cut : failures).push_back(status);
                }
            }
            if (!cut.empty() || !failures.empty()) {
                groups.push_back(
                    {answer, false, rangesOf(failures), methodNames(MethodSet(set)), rangesOf(cut)});
            }
        }
    }
    return groups;
}

class AxiosRetryPolicy
{
public:
    AxiosRetryPolicy()
        : m_draft(ConfigurationKind::AxiosRetry, QStringLiteral("axios-retry-4.5.0-default"),
                  QStringLiteral("the configuration that was imported; axios-retry 4.5.0, src/index.ts"))
    {
    }

    /// Which statuses axios takes for successes. Read before the options, whose validateResponse replaces it:
    /// axios-retry 4.5.0, src/index.ts: `config.validateStatus = () => false`.
    void readValidateStatus(const Setting::Member& member)
    {
        static const QRegularExpression kParameter(
            QStringLiteral("\\A(?:function\\s*\\w*\\s*)?\\(?\\s*([\\w$]{1,40})\\s*\\)?\\s*(?:=>|\\{)"));
        QString code = axiosCodeWithoutComments(member.value.text.left(1000));
        if (member.value.kind == Setting::Kind::Nothing) {
            code = QStringLiteral("() => true");
        } else if (const auto match = kParameter.match(code); match.hasMatch()) {
            const QString body = code.mid(match.capturedEnd(1));
            const QRegularExpression name(QStringLiteral("(?<![\\w$.])%1(?![\\w$])")
                                              .arg(QRegularExpression::escape(match.captured(1))));
            code = code.first(match.capturedEnd(1)) +
                   QString(body).replace(name, QStringLiteral("response.status"));
        }
        readAccepted(member, code);
    }

    /// `responseType: 'stream'`: the caller reads the body, and its end is not waited for.
    bool readResponseType(const Setting::Member& member)
    {
        const bool isStream = member.value.text == u"stream";
        if (isStream) {
            m_accepted.isCutAccepted = true;
            m_draft.understood(member, QStringLiteral("a body that is cut is not retried"));
        }
        return isStream;
    }

    /// `signal: AbortSignal.timeout(3000)` of every request.
    bool readSignal(const Setting::Member& member)
    {
        static const QRegularExpression kLimit(
            QStringLiteral("\\AAbortSignal\\.timeout\\(\\s*(\\d{1,8})\\s*\\)\\z"));
        const auto limit = kLimit.match(member.value.text.left(100));
        if (limit.hasMatch()) {
            m_longest = std::chrono::milliseconds{limit.captured(1).toInt()};
            m_draft.understood(member, QStringLiteral("no retry after this time; it covers the whole call"));
        }
        return limit.hasMatch();
    }

    /// Options that every request has.
    void readRequestOptions(const Setting::Member& member)
    {
        m_draft.understood(member, QStringLiteral("options of every request of the text"));
    }

    /// An option of axiosRetry() that every request replaces.
    void readReplaced(const Setting::Member& member)
    {
        m_draft.understood(member, QStringLiteral("every request of the text has a value of its own"));
    }

    /// placed: settings of the program around.
    ImportResult read(const Setting& options, std::vector<PlacedSetting> placed, const ImportWish& wish)
    {
        m_draft.setNoBackoff();
        for (const Setting::Member& member : options.members) {
            readOption(member);
        }
        m_groups = groupsOf(m_condition, m_accepted);
        if (m_conditionLine) {
            reportCondition();
        }
        if (!m_hasRetries) {
            m_draft.understood(0, QStringLiteral("retries"), QStringLiteral("not given: 3 retries"));
        }
        if (!m_conditionLine) {
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
        QJsonObject limits = noLongerThan(m_longest);
        limits[QStringLiteral("timeoutCoversCall")] = !m_resetsTimeout;
        m_draft.setAttempts(m_retries, false, limits);
        setSuccesses();
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
            const std::optional<int> retries = retriesIn(member.value);
            m_hasRetries = retries.has_value();
            m_retries = retries.value_or(kAxiosRetries);
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
        } else if (name == u"validateResponse" &&
                   (member.value.kind == Setting::Kind::Nothing || member.value.text == u"undefined")) {
            m_draft.understood(member, QStringLiteral("not set: validateStatus of axios decides"));
        } else if (name == u"validateResponse" && readAccepted(member, member.value.text)) {
            m_accepted.isCutAccepted = true;
        }
    }

    bool readAccepted(const Setting::Member& member, const QString& code)
    {
        const std::optional<Accepted> accepted = Accepted::by(code);
        if (accepted) {
            m_accepted.statuses = accepted->statuses;
            m_draft.understood(member, accepted->text());
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("code that Retryscope does not evaluate"),
                QStringLiteral("This policy uses axios' own rule: every response except 2xx "
                               "is an error."));
        }
        return accepted.has_value();
    }

    void setSuccesses()
    {
        if (m_accepted.statuses == Accepted::usual().statuses && !m_accepted.isCutAccepted) {
            return;
        }
        const QJsonArray ranges = m_accepted.ranges();
        m_draft.set(QStringLiteral("success"), QJsonObject{{QStringLiteral("statusIn"), ranges},
                                                           {QStringLiteral("source"), m_draft.source()}});
        if (m_accepted.isCutAccepted) {
            m_draft.addRule(QStringLiteral("accepted"), QStringLiteral("the response counts as a success"),
                            QStringLiteral("none"),
                            {{QStringLiteral("faultIn"), textList({QStringLiteral("responseTruncated"),
                                                                   QStringLiteral("responseReset")})},
                             {QStringLiteral("statusIn"), ranges}});
        }
    }

    /// `retryCount < retries`, as JavaScript compares: null is 0, true is 1, '2' is 2, and 1.5 allows two.
    /// Nothing is less than undefined.
    static std::optional<int> retriesIn(const Setting& value)
    {
        constexpr int kMost = 1'000'000;
        if (value.kind == Setting::Kind::Nothing || value.text == u"undefined" || value.text == u"NaN") {
            return 0;
        }
        if (value.text == u"Infinity") {
            return kMost;
        }
        if (const std::optional<double> number = value.number()) {
            return static_cast<int>(std::clamp(std::ceil(*number), 0.0, double{kMost}));
        }
        const std::optional<bool> yes = value.isQuoted ? std::nullopt : value.yes();
        return yes ? std::optional(*yes ? 1 : 0) : std::nullopt;
    }

    void readCondition(const Setting::Member& member)
    {
        m_draft.take(&member.value);
        m_conditionLine = member.line;
        m_condition = axiosConditionFrom(member.value.text);
    }

    /// Reports the condition after all options: validateResponse decides which statuses are errors.
    void reportCondition()
    {
        const bool isAllUnread = std::ranges::all_of(
            m_groups, [](const Group& group) { return group.answer == AxiosAnswer::Unread; });
        if (!isAllUnread) {
            m_draft.understood(*m_conditionLine, QStringLiteral("retryCondition"), conditionText());
        }
        for (const QString& remark : m_condition.remarks.mid(0, 20)) {
            m_draft.understood(*m_conditionLine, QStringLiteral("retryCondition"), remark);
        }
        for (const QString& part : m_condition.unread.mid(0, 20)) {
            m_draft.notUnderstood(
                *m_conditionLine, QStringLiteral("retryCondition: ") + part,
                QStringLiteral("code that Retryscope does not evaluate"),
                QStringLiteral("Where this code decides, so does the verdict: it depends on code "
                               "that was not read."));
        }
    }

    /// `429; 500-599; network errors of GET`
    [[nodiscard]] QString conditionText() const
    {
        QStringList what;
        QStringList thrown;
        for (const Group& group : m_groups) {
            const bool isPartOfServer = group.isFaults && group.names == listedFaults() &&
                                        std::ranges::any_of(m_groups, [&group](const Group& other) {
                                            return other.isServer() && other.methods == group.methods;
                                        });
            if (group.answer == AxiosAnswer::Yes && !isPartOfServer) {
                what += group.text();
            } else if (group.answer == AxiosAnswer::Throws) {
                thrown += group.text();
            }
        }
        const QString retries = what.isEmpty()
                                    ? QStringLiteral("retries nothing")
                                    : QStringLiteral("retries %1").arg(what.join(QStringLiteral("; ")));
        return thrown.isEmpty() ? retries
                                : QStringLiteral("%1; throws a TypeError for %2")
                                      .arg(retries, thrown.join(QStringLiteral("; ")));
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
                           ":\\{\\s*return\\s+)?'?(-?\\d{1,8})'?\\s*;?\\s*\\}?\\z"));
        // `n => n > 2 ? 40 : 10`: the name, the sign, the last retry before the change, both delays.
        static const QRegularExpression changing(QStringLiteral(
            "\\A\\(?\\s*(\\w+)\\s*(?:,\\s*\\w+\\s*)?\\)?\\s*=>\\s*\\(?\\s*\\1\\s*(<|<=|>|>=)\\s*"
            "(\\d{1,2})\\s*\\?\\s*(\\d{1,8})\\s*:\\s*(\\d{1,8})\\s*\\)?\\s*\\z"));
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
        if (member.value.text == u"undefined" || member.value.kind == Setting::Kind::Nothing ||
            member.value.text.endsWith(QLatin1String(".noDelay"))) { // noDelay is not exported
            m_draft.refused(member, QStringLiteral("TypeError: retryDelay is not a function"));
            return;
        }
        const QString code = axiosCodeWithoutComments(member.value.text);
        if (const auto match = exponential.match(code); match.hasMatch()) {
            const int factor = match.captured(1).isEmpty() ? 100 : match.captured(1).toInt();
            m_draft.setBackoff(milliseconds{2 * factor}, 2, std::nullopt);
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("above"));
            m_draft.setBackoff(QStringLiteral("spread"), 0.2);
            m_hintSpread = 0.2;
            m_draft.understood(member, QStringLiteral("%1, doubled each time, plus up to 20 % at random")
                                           .arg(shownDuration(milliseconds{2 * factor})));
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
                member, QStringLiteral("%1, doubled each time%2; ignores Retry-After")
                            .arg(shownDuration(milliseconds{first}),
                                 cap ? QStringLiteral(", at most %1").arg(shownDuration(*cap)) : QString()));
        } else if (const auto change = changing.match(code.left(400)); change.hasMatch()) {
            m_obeys = false;
            setChanging(member, change);
        } else if (const auto same = fixed.match(code); same.hasMatch()) {
            m_obeys = false;
            const int delay = std::max(same.captured(1).toInt(), 0); // Node.js waits no time below 0
            m_draft.setBackoff(milliseconds{delay}, 1, std::nullopt);
            m_draft.understood(
                member,
                QStringLiteral("%1 each time; ignores Retry-After").arg(shownDuration(milliseconds{delay})));
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("code that Retryscope does not evaluate"),
                QStringLiteral("axios-retry uses the computed delays; this policy retries immediately."));
        }
    }

    /// change: of `n > 2 ? 40 : 10`; n is 1 for the first retry.
    void setChanging(const Setting::Member& member, const QRegularExpressionMatch& change)
    {
        using std::chrono::milliseconds;
        const QString sign = change.captured(2);
        const int border = change.captured(3).toInt();
        const int last = sign == u">" || sign == u"<=" ? border : border - 1;
        const bool isLater = sign.startsWith(u'>'); // the first delay is that of later retries
        const QString early = change.captured(isLater ? 5 : 4);
        const QString late = change.captured(isLater ? 4 : 5);
        QStringList delays(std::max(last, 0), early + QStringLiteral("ms"));
        delays += late + QStringLiteral("ms");
        m_draft.setBackoff(QStringLiteral("type"), QStringLiteral("listed"));
        m_draft.setBackoff(QStringLiteral("delays"), textList(delays));
        m_draft.understood(member, QStringLiteral("%1 up to retry %2, then %3; ignores Retry-After")
                                       .arg(shownDuration(milliseconds{early.toInt()}))
                                       .arg(std::max(last, 0))
                                       .arg(shownDuration(milliseconds{late.toInt()})));
    }

    void setLinear(const Setting::Member& member, int step)
    {
        using std::chrono::milliseconds;
        m_draft.setBackoff(milliseconds{step}, 1, std::nullopt);
        m_draft.setBackoff(QStringLiteral("type"), QStringLiteral("linear"));
        m_draft.understood(
            member, QStringLiteral("%1, %2 and so on")
                        .arg(shownDuration(milliseconds{step}), shownDuration(milliseconds{2 * step})));
    }

    /// A body that ends early leaves the response, so that its status decides.
    void addRules()
    {
        struct CutHead
        {
            QString id;
            QJsonObject when;
            QJsonObject more;
            bool isRetry;
        };
        std::vector<CutHead> cutHeads;
        QStringList ids;
        for (const Group& group : m_groups) {
            QString id = group.id();
            const auto same = ids.count(id);
            ids += id;
            id += same > 0 ? QStringLiteral("-%1").arg(same + 1) : QString();
            const bool isRetry = group.answer == AxiosAnswer::Yes || group.answer == AxiosAnswer::Unread;
            QJsonArray names = group.cut;
            for (const QJsonValue name : group.names) {
                names.append(name);
            }
            QJsonObject when{
                {group.isFaults ? QStringLiteral("faultIn") : QStringLiteral("statusIn"), names}};
            if (!group.methods.isEmpty()) {
                when[QStringLiteral("methodIn")] = textList(group.methods);
            }
            QJsonObject more;
            if (group.answer == AxiosAnswer::Unread) {
                more[QStringLiteral("unread")] = QStringLiteral("retryCondition: ") +
                                                 m_condition.unread.join(QStringLiteral("; ")).left(500);
            } else if (group.answer == AxiosAnswer::Throws) {
                more[QStringLiteral("raises")] = QStringLiteral("TypeError");
            }
            m_draft.addRule(id, group.title(), isRetry ? group.kind() : QStringLiteral("permanent"), when,
                            more);
            if (group.isFaults && group.names.contains(QStringLiteral("connectionReset"))) {
                when[QStringLiteral("faultIn")] = textList({QStringLiteral("responseTruncated")});
                cutHeads.push_back({id, when, more, isRetry});
            }
        }
        m_draft.addRule(QStringLiteral("body-cut"), QStringLiteral("the body ended too soon"),
                        QStringLiteral("permanent"),
                        {{QStringLiteral("faultIn"), textList({QStringLiteral("responseTruncated")})},
                         {QStringLiteral("statusIn"), QJsonArray{QStringLiteral("100-999")}}});
        for (const CutHead& head : cutHeads) { // axios has no response then
            m_draft.addRule(QStringLiteral("head-cut-") + head.id,
                            QStringLiteral("the headers ended too soon"),
                            head.isRetry ? QStringLiteral("transient") : QStringLiteral("permanent"),
                            head.when, head.more);
        }
        m_draft.addRule(QStringLiteral("others"), QStringLiteral("retryCondition is false"),
                        QStringLiteral("permanent"), {});
    }

    PolicyDraft m_draft;
    AxiosCondition m_condition = usualAxiosCondition();
    Accepted m_accepted = Accepted::usual();
    std::vector<Group> m_groups;
    int m_retries = kAxiosRetries;
    std::optional<Duration> m_longest; ///< after which the program gives up the call
    bool m_hasRetries = false;
    std::optional<int> m_conditionLine; ///< absent: it is not given
    bool m_hasDelay = false;
    bool m_hasReset = false;
    bool m_resetsTimeout = false;
    bool m_obeys = true;
    double m_hintSpread = 0;
};

/// What every request sets replaces what axiosRetry() and axios.create() set.
void readRequests(LiteralReader& reader, AxiosRetryPolicy& policy, Setting& options,
                  std::vector<PlacedSetting>& placed)
{
    static const QStringList kMethods{
        QStringLiteral("request"), QStringLiteral("get"),     QStringLiteral("post"),
        QStringLiteral("put"),     QStringLiteral("patch"),   QStringLiteral("delete"),
        QStringLiteral("head"),    QStringLiteral("options"), QStringLiteral("axios")};
    const EveryCall requests(reader, kMethods);
    const QString own = QStringLiteral("axios-retry");
    if (const std::optional<Setting::Member> given = requests.gives(own);
        given && given->value.kind == Setting::Kind::Group) {
        for (const Setting::Member& member : given->value.members) {
            std::erase_if(options.members, [&policy, &member](const Setting::Member& old) {
                if (old.name == member.name) {
                    policy.readReplaced(old);
                }
                return old.name == member.name;
            });
            options.members.push_back(member);
        }
        policy.readRequestOptions(*given);
        removeReported(placed, own);
    }
    const QString signal = QStringLiteral("signal");
    if (const std::optional<Setting::Member> given = requests.gives(signal);
        given && policy.readSignal(*given)) {
        removeReported(placed, signal);
    }
    const EveryCall instance(reader, {QStringLiteral("create")});
    const auto given = [&requests, &instance](const QString& name) {
        const std::optional<Setting::Member> its = requests.gives(name);
        return its ? its : instance.gives(name);
    };
    const QString status = QStringLiteral("validateStatus");
    if (const std::optional<Setting::Member> its = given(status)) {
        policy.readValidateStatus(*its);
        removeReported(placed, status);
    }
    const QString type = QStringLiteral("responseType");
    if (const std::optional<Setting::Member> its = given(type); its && policy.readResponseType(*its)) {
        removeReported(placed, type);
    }
}

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
    AxiosRetryPolicy policy;
    options = reader.withConstants(std::move(options));
    if (call >= 0) {
        readRequests(reader, policy, options, placed);
    }
    return policy.read(options, std::move(placed), wish);
}

} // namespace retryscope::io
