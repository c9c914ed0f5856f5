// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/grpc_status.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/text/utf8.h"

#include <chrono>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kUnknown = 2;
constexpr int kUnavailable = 14;
constexpr int kMostGrpcAttempts = 5; ///< a client's own limit unless it was raised: gRPC proposal A6

/// By its word, or by its number, which grpc-go and grpc-java take where it is no text. Case counts:
/// grpc_status "unavailable" is "failed to parse status code".
std::optional<int> codeFrom(const Setting& setting)
{
    const QString& text = setting.text;
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (isNumber && !setting.isQuoted) {
        return grpcStatusWord(std::to_string(number)).empty() ? std::nullopt : std::optional(number);
    }
    for (int code = 0;; ++code) {
        const std::string_view word = grpcStatusWord(std::to_string(code));
        if (word.empty()) {
            return std::nullopt;
        }
        if (text == toQString(word)) {
            return code;
        }
    }
}

Setting inUpperCase(Setting setting)
{
    setting.text = setting.text.toUpper();
    return setting;
}

/// Statuses of HTTP that stand for a code where a response has no grpc-status: gRPC, HTTP to gRPC status
/// mapping. UNKNOWN is all that have no code of their own.
QJsonArray statusesOf(int code)
{
    switch (code) {
    case kUnknown:
        return {QStringLiteral("201-399"), 402, QStringLiteral("405-428"), QStringLiteral("430-501"),
                QStringLiteral("505-999")};
    case 13:
        return {400};
    case 16:
        return {401};
    case 7:
        return {403};
    case 12:
        return {404};
    case kUnavailable:
        return {429, 502, 503, 504};
    default:
        return {};
    }
}

QString partOf(const Setting& method)
{
    const Setting* names = method.find({"name"});
    if (names == nullptr || names->items.empty()) {
        return QStringLiteral("line %1").arg(method.line);
    }
    const Setting* service = names->items.front().find({"service"});
    const Setting* name = names->items.front().find({"method"});
    QString result = service != nullptr ? service->text : QStringLiteral("every method");
    if (name != nullptr && !name->text.isEmpty()) {
        result += QLatin1Char('/') + name->text;
    }
    return result.left(200);
}

class GrpcPolicy
{
public:
    GrpcPolicy()
        : m_draft(ConfigurationKind::Grpc, QStringLiteral("grpc-a6-retry-throttling"),
                  QStringLiteral("the configuration that was imported; gRPC proposal A6"))
    {
    }

    /// method: the chosen one; nullptr: the text is a retryPolicy alone. placed: settings of the program
    /// around.
    ImportResult read(const Setting& whole, const Setting* method, std::vector<PlacedSetting> placed,
                      const QString& part, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        const Setting* policy = method != nullptr ? method->find({"retryPolicy"}) : nullptr;
        const Setting& group = policy != nullptr ? *policy : whole;
        for (const Setting::Member& member : group.members) {
            readMember(member);
        }
        requireAll(group);
        readThrottling(whole.find({"retryThrottling"}));
        m_draft.setAttempts(m_attempts, true);
        m_draft.setBackoff(m_base, m_factor, m_cap);
        m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("around"));
        m_draft.setBackoff(QStringLiteral("spread"), 0.2);
        // gRPC 1.51 has no jitter on the first delay; grpc-go and the cores of today have.
        m_draft.setBackoff(QStringLiteral("firstWithoutJitter"), false);
        addRules();
        PlacedSetting where;
        where.isAllRetries = method == nullptr;
        where.block = method == nullptr  ? QStringLiteral("retryPolicy")
                      : method == &whole ? QStringLiteral("methodConfig")
                                         : QStringLiteral("service config");
        TreeParts tree{.own = {method}, .root = where.block, .isFragment = method == nullptr};
        if (const Setting* configs = whole.find({"methodConfig"})) {
            for (const Setting& other : configs->items) {
                if (&other != method) {
                    tree.elsewhere[&other] = QStringLiteral("belongs to %1").arg(partOf(other));
                }
            }
        }
        place(placed, whole, ConfigurationKind::Grpc, tree, where);
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

    /// A service config that gRPC reads no retries from: what stands in it is listed with the place where it
    /// belongs.
    ImportResult readNone(const Setting& whole, std::vector<PlacedSetting> placed, const ImportWish& wish)
    {
        m_attempts = 1;
        m_draft.setAttempts(m_attempts, true);
        m_draft.understood(0, QStringLiteral("retryPolicy"),
                           QStringLiteral("none in an entry of methodConfig: gRPC sends each call once"));
        readThrottling(whole.find({"retryThrottling"}));
        addRules();
        PlacedSetting where;
        where.block = QStringLiteral("service config");
        place(placed, whole, ConfigurationKind::Grpc, TreeParts{.own = {}, .root = where.block}, where);
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    /// grpc-js, validateRetryPolicy(); grpc-go, convertRetryPolicy(); gRPC Core and grpc-java alike.
    void requireAll(const Setting& policy)
    {
        for (const char* const name :
             {"maxAttempts", "initialBackoff", "maxBackoff", "backoffMultiplier", "retryableStatusCodes"}) {
            if (policy.find({name}) == nullptr) {
                m_draft.refused(
                    policy.line, QStringLiteral("retryPolicy"),
                    QStringLiteral("%1 is missing. A retryPolicy needs maxAttempts, initialBackoff, "
                                   "maxBackoff, backoffMultiplier and retryableStatusCodes")
                        .arg(QLatin1String(name)));
            }
        }
    }

    /// What not every language reads. Run of grpc-js 1.14.7; grpc-go's own example has both forms.
    static QString formOf(const Setting::Member& member)
    {
        if (member.value.text.startsWith(u'.')) {
            return QStringLiteral("; grpc-js refuses a number without a digit before its point");
        }
        static const QStringList kExact{QStringLiteral("maxAttempts"), QStringLiteral("initialBackoff"),
                                        QStringLiteral("maxBackoff"), QStringLiteral("backoffMultiplier"),
                                        QStringLiteral("retryableStatusCodes")};
        return kExact.contains(member.name)
                   ? QString()
                   : QStringLiteral("; grpc-js refuses the policy, since it reads names letter by letter");
    }

    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"maxattempts") {
            readAttempts(member);
        } else if (name == u"initialbackoff" || name == u"maxbackoff") {
            readDelay(member, name == u"initialbackoff");
        } else if (name == u"backoffmultiplier") {
            const std::optional<double> factor = member.value.isQuoted ? std::nullopt : member.value.number();
            if (!factor || *factor <= 0) {
                m_draft.refused(member, QStringLiteral("not a number above 0"),
                                QStringLiteral("constant delays"));
                return;
            }
            m_factor = *factor <= 1000 ? *factor : 1;
            if (factor == m_factor) {
                m_draft.understood(member,
                                   QStringLiteral("each delay is %1 times the previous delay").arg(m_factor) +
                                       formOf(member));
            } else {
                m_draft.notUnderstood(
                    member, QStringLiteral("a policy's factor is at most 1000"),
                    QStringLiteral(
                        "gRPC multiplies its delays by this factor; this policy keeps its delays constant."));
            }
        } else if (name == u"retryablestatuscodes") {
            readCodes(member);
        }
    }

    void readAttempts(const Setting::Member& member)
    {
        const std::optional<int> attempts = member.value.isQuoted ? std::nullopt : member.value.wholeNumber();
        if (!attempts || *attempts < 2) {
            m_draft.refused(member, QStringLiteral("not a whole number above 1"),
                            QStringLiteral("2 attempts"));
            return;
        }
        m_attempts = std::min(*attempts, kMostGrpcAttempts);
        m_draft.understood(
            member,
            (*attempts > kMostGrpcAttempts
                 ? QStringLiteral("5 attempts: gRPC makes no more unless the channel has a higher limit")
                 : attemptsText(m_attempts) + QStringLiteral(", including the first")) +
                formOf(member));
    }

    void readDelay(const Setting::Member& member, bool isFirst)
    {
        const std::optional<Duration> delay = protobufDurationFrom(member.value.text);
        if (!delay || *delay <= Duration::zero()) {
            m_draft.refused(member, QStringLiteral("not decimal seconds above 0 with an s, such as 0.1s") +
                                        (delay ? QStringLiteral("; only grpc-js takes 0s") : QString()));
        } else if (isFirst) {
            m_base = *delay;
            m_draft.understood(
                member,
                QStringLiteral("the first delay is %1, later ones ± 20 %").arg(shownDuration(*delay)) +
                    formOf(member));
        } else {
            m_cap = *delay;
            m_draft.understood(member,
                               QStringLiteral("delays of at most %1 ± 20 %").arg(shownDuration(*delay)) +
                                   formOf(member));
        }
    }

    void readCodes(const Setting::Member& member)
    {
        if (member.value.items.empty()) {
            m_draft.refused(member, QStringLiteral("not a list of codes"));
        }
        m_draft.take(&member.value);
        for (const Setting& item : member.value.items) {
            const std::optional<int> code = codeFrom(item);
            if (!code || m_codes.contains(*code)) {
                if (!code) {
                    m_draft.refused(item.line, member.name.left(40) + QStringLiteral(": ") + item.shown(),
                                    codeFrom(inUpperCase(item)) && !item.text.toInt()
                                        ? QStringLiteral("not in upper case: %1; only grpc-js reads it")
                                              .arg(item.text.toUpper())
                                        : QStringLiteral("not a gRPC status code"));
                }
                continue;
            }
            m_codes += *code;
            m_draft.understood(item.line, member.name.left(40) + QStringLiteral(": ") + item.shown(),
                               QStringLiteral("retries grpc-status %1").arg(*code) + formOf(member));
        }
    }

    /// A token is as many as it takes for a success to give back one: gRPC counts in thousandths.
    void readThrottling(const Setting* throttling)
    {
        if (throttling == nullptr) {
            m_draft.set(QStringLiteral("quota"),
                        QJsonObject{{QStringLiteral("type"), QStringLiteral("none")}});
            m_draft.understood(0, QStringLiteral("retryThrottling"),
                               QStringLiteral("not given: no retry quota"));
            return;
        }
        const Setting* tokens = throttling->find({"maxTokens"});
        const Setting* ratio = throttling->find({"tokenRatio"});
        m_draft.take(tokens);
        m_draft.take(ratio);
        const double most = tokens != nullptr && !tokens->isQuoted ? tokens->number().value_or(0) : 0;
        const double gain = ratio != nullptr && !ratio->isQuoted ? ratio->number().value_or(0) : 0;
        if (most < 1 || most > 1000 || gain < 0.001 || gain > most) {
            m_draft.refused(
                throttling->line, QStringLiteral("retryThrottling: ") + throttling->shown(),
                QStringLiteral("maxTokens must be from 1 to 1000, tokenRatio from 0.001 to maxTokens"));
            m_draft.set(QStringLiteral("quota"),
                        QJsonObject{{QStringLiteral("type"), QStringLiteral("none")}});
            return;
        }
        const int cost = std::max(1, static_cast<int>(std::lround(1 / gain)));
        const int capacity = std::max(cost, static_cast<int>(std::lround(most * cost)));
        m_draft.set(QStringLiteral("quota"),
                    QJsonObject{{QStringLiteral("type"), QStringLiteral("tokens")},
                                {QStringLiteral("scope"), QStringLiteral("client")},
                                {QStringLiteral("capacity"), capacity},
                                {QStringLiteral("cost"), cost},
                                {QStringLiteral("giveBack"), QStringLiteral("one")},
                                {QStringLiteral("whenEmpty"), QStringLiteral("chargeAnyway")},
                                {QStringLiteral("reserve"), capacity / 2 + 1},
                                {QStringLiteral("units"), cost},
                                {QStringLiteral("source"), m_draft.source()}});
        m_draft.understood(
            throttling->line,
            QStringLiteral("retryThrottling: maxTokens %1, tokenRatio %2").arg(most).arg(gain),
            QStringLiteral("%1 tokens; a failure takes 1, a success returns %2; gRPC retries only above %3")
                .arg(most)
                .arg(gain)
                .arg(most / 2));
        if (capacity - cost <= capacity / 2) {
            m_draft.understood(
                throttling->line, QStringLiteral("maxTokens: %1").arg(most),
                QStringLiteral("this switches retries off: the first failure leaves %1 of %3 tokens, "
                               "and gRPC retries only above %2. maxTokens 3 or more allows retries")
                    .arg(most - 1)
                    .arg(most / 2)
                    .arg(most));
        }
        if (std::abs(cost * gain - 1) > 0.001) {
            m_draft.notUnderstood(
                ratio->line, QStringLiteral("tokenRatio: ") + ratio->shown(),
                QStringLiteral("one failure does not equal a whole number of successes"),
                QStringLiteral(
                    "gRPC counts in thousandths of a token; this policy rounds a failure to %1 successes.")
                    .arg(cost));
        }
    }

    void addRules()
    {
        const QString all = QStringLiteral("on");
        const QString onAll = QStringLiteral("all");
        m_draft.addRule(QStringLiteral("ok"), QStringLiteral("grpc-status is 0, OK"), QStringLiteral("none"),
                        {{QStringLiteral("nameIn"), textList({QStringLiteral("0")})}}, {{all, onAll}});
        QStringList names;
        QJsonArray statuses;
        for (const int code : m_codes) {
            names += QString::number(code);
            for (const QJsonValue status : statusesOf(code)) {
                statuses.append(status);
            }
        }
        names.removeAll(QStringLiteral("0"));
        if (!names.isEmpty()) {
            m_draft.addRule(
                QStringLiteral("retryable"), QStringLiteral("grpc-status is one of retryableStatusCodes"),
                QStringLiteral("transient"), {{QStringLiteral("nameIn"), textList(names)}}, {{all, onAll}});
        }
        m_draft.addRule(QStringLiteral("other-status"), QStringLiteral("any other grpc-status"),
                        QStringLiteral("permanent"), {{QStringLiteral("nameIs"), QStringLiteral("present")}},
                        {{all, onAll}});
        if (!statuses.isEmpty()) {
            m_draft.addRule(QStringLiteral("mapped"),
                            QStringLiteral("no grpc-status, but an HTTP status that maps to a listed code"),
                            QStringLiteral("transient"),
                            {{QStringLiteral("nameIs"), QStringLiteral("absent")},
                             {QStringLiteral("statusIn"), statuses}},
                            {{QStringLiteral("proviso"), withoutBody()}});
        }
        addNotGrpc();
        if (m_codes.contains(kUnavailable)) {
            m_draft.addRule(
                QStringLiteral("connection-errors"),
                QStringLiteral("connection failed or closed before a response: UNAVAILABLE"),
                QStringLiteral("transient"),
                {{QStringLiteral("faultIn"), textList(faults::noConnection() + faults::brokenBefore())}});
        }
    }

    /// grpc-js commits a call to the headers that something follows. Run of @grpc/grpc-js 1.14.7, November
    /// 2026: 503 without a body 5 requests, with one 1.
    static QString withoutBody()
    {
        return QStringLiteral(
            "with a response that ends with its headers; in grpc-js one with a body ends the call");
    }

    /// A 200 that is not gRPC is UNKNOWN. Without Content-Type it may be gRPC, whose status is in trailers.
    void addNotGrpc()
    {
        const QString headerValues = QStringLiteral("headerValues");
        const QString on = QStringLiteral("on");
        const QString contentType = QStringLiteral("content-type");
        const QString successes = QStringLiteral("successes");
        m_draft.addRule(
            QStringLiteral("grpc-response"),
            QStringLiteral("a gRPC response, whose status is in the trailers"), QStringLiteral("none"),
            {{headerValues, QJsonArray{QJsonObject{{QStringLiteral("header"), contentType},
                                                   {QStringLiteral("prefixIn"),
                                                    textList({QStringLiteral("application/grpc")})}}}}},
            {{on, successes}});
        const bool isRetried = m_codes.contains(kUnknown);
        QJsonObject more{{on, successes}};
        if (isRetried) {
            more[QStringLiteral("proviso")] = withoutBody();
        }
        m_draft.addRule(QStringLiteral("not-grpc"), QStringLiteral("a 200 that is not gRPC: UNKNOWN"),
                        isRetried ? QStringLiteral("transient") : QStringLiteral("permanent"),
                        {{QStringLiteral("headerIn"), textList({contentType})}}, more);
    }

    PolicyDraft m_draft;
    int m_attempts = 2;
    Duration m_base = std::chrono::milliseconds{100};
    std::optional<Duration> m_cap;
    double m_factor = 1;
    QList<int> m_codes;
};

/// False for what may be an entry of methodConfig, or a part of one.
bool isServiceConfig(const Setting& group)
{
    return group.find({"loadBalancingPolicy", "loadBalancingConfig", "methodConfig", "retryThrottling",
                       "healthCheckConfig"}) != nullptr;
}

} // namespace

/// Of the object that has methodConfig for a member, else of the first one: in a program's source the service
/// config is a text that begins somewhere. -1: there is none.
qsizetype configStart(const QString& text)
{
    const qsizetype member = text.indexOf(QStringLiteral("methodConfig"));
    std::vector<qsizetype> open;
    for (qsizetype at = 0; at < member; ++at) {
        if (text.at(at) == u'{') {
            open.push_back(at);
        } else if (text.at(at) == u'}' && !open.empty()) {
            open.pop_back();
        }
    }
    return open.empty() ? text.indexOf(u'{') : open.back();
}

ImportResult importGrpc(const QString& text, const ImportWish& wish, const QString& file)
{
    LiteralReader reader(text, file);
    const qsizetype from = configStart(text);
    if (from < 0) {
        return saysNothing(ConfigurationKind::Grpc, QStringLiteral("a JSON object with methodConfig"), file);
    }
    const Result<Setting> whole = reader.valueAt(from);
    if (!whole) {
        return whole.error();
    }
    std::vector<PlacedSetting> around;
    place(around, reader.words(), ConfigurationKind::Grpc, {{from, reader.end()}});
    std::vector<const Setting*> methods;
    const Setting* hedged = nullptr;
    QStringList parts;
    if (const Setting* configs = whole.value().find({"methodConfig"})) {
        for (const Setting& method : configs->items) {
            if (method.find({"retryPolicy"}) != nullptr) {
                methods.push_back(&method);
                parts += partOf(method);
            } else if (method.find({"hedgingPolicy"}) != nullptr) {
                hedged = hedged != nullptr ? hedged : &method;
            }
        }
    } else if (whole.value().find({"retryPolicy"}) != nullptr && !isServiceConfig(whole.value())) {
        // one method's alone
        methods.push_back(&whole.value());
        parts += partOf(whole.value());
    }
    if (methods.empty() && whole.value().find({"retryableStatusCodes"}) != nullptr) {
        return GrpcPolicy().read(whole.value(), nullptr, std::move(around), {}, {}, wish);
    }
    if (methods.empty() && hedged != nullptr) {
        return badLine(
            file, hedged->line,
            QStringLiteral("%1 uses hedging: gRPC sends several attempts at the same time, a policy sends "
                           "them one after another. The text has no other retry settings")
                .arg(partOf(*hedged)));
    }
    if (methods.empty() && whole.value().find({"retryPolicy"}) != nullptr) {
        return GrpcPolicy().readNone(whole.value(), std::move(around), wish);
    }
    if (methods.empty()) {
        return saysNothing(ConfigurationKind::Grpc, QStringLiteral("a methodConfig with a retryPolicy"),
                           file);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return GrpcPolicy().read(whole.value(), methods[chosen.value()], std::move(around),
                             parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
