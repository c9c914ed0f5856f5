// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/policy_draft.h"

#include "core/explain/units.h"
#include "core/facts/headers.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_units.h"
#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace retryscope::io {

namespace {

constexpr qsizetype kMostNotes = 60;

QString oneLine(const QString& text, qsizetype most)
{
    return boundedLine(fromQString(text.left(4 * most)), most);
}

/// A setting as it is shown and kept in notes: what follows the name of a secret is none of either, however
/// the configuration parts them (`proxy_set_header X-Api-Key …`, `--password …`).
QString withoutSecrets(const QString& text)
{
    static const QRegularExpression kName(QStringLiteral("[A-Za-z0-9_.-]+"));
    static const QRegularExpression kCredentials(QStringLiteral("\\b(Bearer|Basic|Token|Digest)\\s+\\S+"),
                                                 QRegularExpression::CaseInsensitiveOption);
    const QString hidden = toQString(std::string(kRedacted));
    QString shown = toQString(redactedText(fromQString(text)));
    for (auto names = kName.globalMatch(shown); names.hasNext();) {
        const QRegularExpressionMatch name = names.next();
        const std::string word = fromQString(name.captured());
        const bool isHeader = word.find('-') != std::string::npos ||
                              equalsIgnoringCase(word, "authorization") || equalsIgnoringCase(word, "cookie");
        const bool isSecret = isHeader ? isSecretHeader(word) : isSecretMember(word);
        const QString rest = shown.mid(name.capturedEnd());
        if (isSecret && rest.contains(kName) && !rest.contains(hidden)) {
            return shown.left(name.capturedEnd()) + QLatin1Char(' ') + hidden;
        }
    }
    return shown.replace(kCredentials, QStringLiteral("\\1 ") + hidden);
}

QString shownLine(const QString& text, qsizetype most)
{
    return oneLine(withoutSecrets(text), most);
}

/// A group in place of the preset's: members that it does not name are taken away, as a merge patch does it.
QJsonObject inPlaceOf(const QJsonObject& base, QJsonObject group)
{
    for (const QString& member : base.keys()) {
        if (!group.contains(member)) {
            group[member] = QJsonValue::Null;
        }
    }
    return group;
}

Result<Policy> wholePolicy(const QJsonObject& document)
{
    const Result<QJsonObject> whole = flattenedPolicy(document, {});
    return whole ? policyFromJson(whole.value(), {}) : Result<Policy>(whole.error());
}

/// Two words of a configuration may ask for the same thing, as Envoy's `5xx,reset` do: the second rule never
/// matches. True where the document has fewer rules now. rules: those of the document.
bool leaveOutHiddenRules(const std::vector<Rule>& rules, QJsonObject& document)
{
    const QJsonArray all = document.value(QStringLiteral("rules")).toArray();
    QJsonArray kept;
    for (qsizetype i = 0; i < all.size() && all.size() == static_cast<qsizetype>(rules.size()); ++i) {
        if (widerRuleBefore(rules, static_cast<std::size_t>(i)) == nullptr) {
            kept.append(all[i]);
        }
    }
    if (kept.isEmpty() || kept.size() == all.size()) {
        return false;
    }
    document[QStringLiteral("rules")] = kept;
    return true;
}

/// The rules where code decides, too: each retry depends on it, or whatever no rule retries does.
QJsonArray dependingOn(const QString& code, const QJsonArray& rules, DependsOn what, const QString& source)
{
    const bool isAboutResponses = what == DependsOn::CodeForResponses;
    QJsonArray result;
    for (const QJsonValue value : rules) {
        QJsonObject rule = value.toObject();
        const QString kind = rule[u"kind"].toString();
        const bool isRetry = kind != u"permanent" && kind != u"none";
        const bool isDecided = !isAboutResponses || !rule[u"when"].toObject().contains(u"faultIn");
        if (isDecided && kind == u"permanent") { // the code may retry that
            rule[QStringLiteral("kind")] = QStringLiteral("transient");
        }
        if (isDecided && (kind == u"permanent" || (what != DependsOn::CodeToo && isRetry))) {
            rule[QStringLiteral("unread")] = code;
        }
        result.append(rule);
    }
    const QJsonObject when =
        isAboutResponses ? QJsonObject{{QStringLiteral("statusIn"), QJsonArray{QStringLiteral("100-999")}}}
                         : QJsonObject();
    result.append(
        QJsonObject{{QStringLiteral("id"), QStringLiteral("unread")},
                    {QStringLiteral("title"), QStringLiteral("only code that was not read decides")},
                    {QStringLiteral("when"), when},
                    {QStringLiteral("kind"), QStringLiteral("transient")},
                    {QStringLiteral("unread"), code},
                    {QStringLiteral("source"), source}});
    return result;
}

} // namespace

QString written(const QString& name, const Setting& value)
{
    const QString shown = value.shown();
    return oneLine(name.isEmpty() ? shown : QStringLiteral("%1: %2").arg(name, shown), 100);
}

QString shownDuration(Duration duration)
{
    return toQString(durationText(duration));
}

QJsonObject noLongerThan(std::optional<Duration> limit)
{
    return limit && *limit > Duration::zero()
               ? QJsonObject{{QStringLiteral("maxElapsed"), durationToText(*limit)}}
               : QJsonObject{};
}

QJsonArray textList(const QStringList& texts)
{
    return QJsonArray::fromStringList(texts);
}

QString attemptsText(int count)
{
    return count == 1 ? QStringLiteral("1 attempt") : QStringLiteral("%1 attempts").arg(count);
}

QString retriesText(int count)
{
    return (count == 1 ? QStringLiteral("1 retry") : QStringLiteral("%1 retries").arg(count)) +
           QStringLiteral(" at most, ") + attemptsText(count + 1);
}

QString noTimeoutText(const QString& option)
{
    return QStringLiteral("a setting of the run, not of the policy: use %1, or Limits on the page Send")
        .arg(option);
}

namespace faults {

QStringList noConnection()
{
    return {QStringLiteral("connectTimeout"), QStringLiteral("connectionRefused"),
            QStringLiteral("unreachable"), QStringLiteral("hostNotFound"), QStringLiteral("tlsFailed")};
}

QStringList brokenBefore()
{
    return {QStringLiteral("connectionReset"), QStringLiteral("closedBeforeResponse")};
}

QStringList brokenWithin()
{
    return {QStringLiteral("responseTruncated"), QStringLiteral("responseReset")};
}

} // namespace faults

PolicyDraft::PolicyDraft(ConfigurationKind kind, QString base, QString source) : m_source(std::move(source))
{
    m_result.kind = kind;
    m_result.base = std::move(base);
}

void PolicyDraft::understood(int line, const QString& setting, const QString& became)
{
    m_result.understood.push_back({line, shownLine(setting, 100), withoutSecrets(became)});
}

void PolicyDraft::understood(const Setting::Member& member, const QString& became)
{
    take(&member.value);
    understood(member.line, written(member), became);
}

void PolicyDraft::notUnderstood(int line, const QString& setting, const QString& why, const QString& means)
{
    m_result.notUnderstood.push_back(
        {line, shownLine(setting, 100), withoutSecrets(why), withoutSecrets(means)});
}

void PolicyDraft::notUnderstood(const Setting::Member& member, const QString& why, const QString& means)
{
    take(&member.value);
    notUnderstood(member.line, written(member), why, means);
}

void PolicyDraft::understood(const Directive& directive, const QString& became)
{
    take(&directive);
    understood(directive.line, directive.text(), became);
}

void PolicyDraft::notUnderstood(const Directive& directive, const QString& why, const QString& means)
{
    take(&directive);
    notUnderstood(directive.line, directive.text(), why, means);
}

void PolicyDraft::unimportant(const Directive& directive, const QString& why)
{
    take(&directive);
    unimportant(directive.line, directive.text(), why);
}

void PolicyDraft::unimportant(int line, const QString& setting, const QString& why)
{
    m_result.unimportant.push_back({line, shownLine(setting, 100), withoutSecrets(why)});
}

void PolicyDraft::refused(int line, const QString& setting, const QString& why, const QString& assumes)
{
    static const QRegularExpression putInLater(QStringLiteral("\\$\\{|\\$[A-Za-z(]|\\{\\{|<[A-Za-z%]|%[({]"));
    if (putInLater.match(setting).hasMatch()) {
        notUnderstood(
            line, setting, QStringLiteral("the value is put in later"),
            assumes.isEmpty()
                ? QStringLiteral("The client gets another value.")
                : QStringLiteral("The client gets another value; this policy assumes %1.").arg(assumes));
    } else if (!m_refusal) {
        m_refusal = badLine({}, line,
                            QStringLiteral("%1 refuses \"%2\": %3")
                                .arg(clientOf(m_result.kind), shownLine(setting, 80), withoutSecrets(why)));
        m_refusal->isRefusal = true;
    }
}

void PolicyDraft::refused(const Setting::Member& member, const QString& why, const QString& assumes)
{
    take(&member.value);
    refused(member.line, written(member), why, assumes);
}

void PolicyDraft::refused(const Directive& directive, const QString& why, const QString& assumes)
{
    take(&directive);
    refused(directive.line, directive.text(), why, assumes);
}

void PolicyDraft::readBlock(const QString& block)
{
    constexpr qsizetype kMostBlocks = 20;
    const QString line = shownLine(block, 80);
    if (!m_result.blocks.contains(line) && m_result.blocks.size() < kMostBlocks) {
        m_result.blocks += line;
    }
}

void PolicyDraft::addRelease(int line, const QString& name, const QString& release)
{
    const auto isIt = [&](const auto& setting) {
        return setting.line == line && setting.setting.startsWith(name);
    };
    const QString added = QStringLiteral("; ") + release;
    if (const auto found = std::ranges::find_if(m_result.understood, isIt);
        found != m_result.understood.end()) {
        found->became += added;
    } else if (const auto other = std::ranges::find_if(m_result.notUnderstood, isIt);
               other != m_result.notUnderstood.end()) {
        other->why += added;
    }
}

void PolicyDraft::setPart(const QString& part, const QStringList& parts)
{
    m_result.part = withoutSecrets(part);
    for (const QString& one : parts) {
        m_result.parts += withoutSecrets(one);
    }
}

void PolicyDraft::setAttempts(int count, bool countsFirst, const QJsonObject& more)
{
    QJsonObject attempts = more;
    attempts[QStringLiteral("max")] = std::max(count, countsFirst ? 1 : 0);
    attempts[QStringLiteral("countsFirst")] = countsFirst;
    attempts[QStringLiteral("source")] = m_source;
    m_result.document[QStringLiteral("attempts")] = attempts;
}

void PolicyDraft::addBodyBreaksOff()
{
    addRule(QStringLiteral("body-breaks-off"), QStringLiteral("the response is truncated after its headers"),
            QStringLiteral("permanent"),
            {{QStringLiteral("faultIn"),
              textList(faults::brokenWithin() +
                       QStringList{QStringLiteral("readTimeout"), QStringLiteral("responseTooLarge")})},
             {QStringLiteral("statusIn"), QJsonArray{QStringLiteral("100-999")}}});
}

void PolicyDraft::set(const QString& group, const QJsonValue& value)
{
    m_result.document[group] = value;
}

void PolicyDraft::dependsOn(const QString& code, DependsOn what)
{
    m_dependsOn = m_code.isEmpty() || m_dependsOn == what ? what : DependsOn::CodeInstead;
    m_code += shownLine(code, 100);
}

void PolicyDraft::setNoBackoff()
{
    m_backoff = {{QStringLiteral("type"), QStringLiteral("none")}};
}

void PolicyDraft::setBackoff(Duration base, double factor, std::optional<Duration> cap)
{
    m_backoff = {{QStringLiteral("type"), QStringLiteral("exponential")},
                 {QStringLiteral("base"), durationToText(base)},
                 {QStringLiteral("factor"), factor},
                 {QStringLiteral("exponentStart"), 0},
                 {QStringLiteral("jitter"), QStringLiteral("none")}};
    if (cap) {
        m_backoff[QStringLiteral("cap")] = durationToText(*cap);
    }
}

void PolicyDraft::setBackoff(const QString& member, const QJsonValue& value)
{
    m_backoff[member] = value;
}

void PolicyDraft::addRule(const QString& id, const QString& title, const QString& kind,
                          const QJsonObject& when, const QJsonObject& more)
{
    QJsonObject rule = more;
    rule[QStringLiteral("id")] = id;
    rule[QStringLiteral("title")] = withoutSecrets(title);
    if (const QString unread = rule[u"unread"].toString(); !unread.isEmpty()) {
        rule[QStringLiteral("unread")] = withoutSecrets(unread);
    }
    rule[QStringLiteral("when")] = when;
    rule[QStringLiteral("kind")] = kind;
    rule[QStringLiteral("source")] = m_source;
    m_rules.append(rule);
}

Result<ImportedPolicy> PolicyDraft::finished(const ImportWish& wish) const
{
    if (m_refusal) {
        return *m_refusal;
    }
    ImportedPolicy result = m_result;
    std::ranges::stable_sort(result.understood, {}, [](const UnderstoodSetting& one) {
        return one.line > 0 ? one.line : std::numeric_limits<int>::max();
    });
    QJsonObject& document = result.document;
    const QString kind = toQString(wordOf(result.kind));
    document[QStringLiteral("format")] = QStringLiteral("retryscope.policy/1");
    document[QStringLiteral("id")] = wish.id.isEmpty() ? QStringLiteral("imported-") + kind : wish.id;
    const QString part = oneLine(result.part, 60);
    document[QStringLiteral("title")] = part.isEmpty()
                                            ? QStringLiteral("%1, imported").arg(titleOf(result.kind))
                                        : part.startsWith(QStringLiteral("line "))
                                            ? QStringLiteral("%1 of %2").arg(titleOf(result.kind), part)
                                            : QStringLiteral("%1, %2").arg(titleOf(result.kind), part);
    document[QStringLiteral("extends")] = result.base;
    document[QStringLiteral("emulates")] = QJsonArray();
    document[QStringLiteral("evidence")] = QStringLiteral("source");
    if (!m_rules.isEmpty()) {
        document[QStringLiteral("rules")] = m_rules;
    }
    if (!m_backoff.isEmpty()) {
        QJsonObject backoff = m_backoff;
        backoff[QStringLiteral("source")] = m_source;
        document[QStringLiteral("backoff")] = backoff;
    }
    QJsonArray notes{
        QJsonObject{{QStringLiteral("text"),
                     QStringLiteral("Imported from a configuration and not compared with the running client. "
                                    "Values that the configuration does not set come from the preset %1.")
                         .arg(result.base)},
                    {QStringLiteral("source"), m_source}}};
    for (const SkippedSetting& skipped : result.notUnderstood) {
        if (notes.size() < kMostNotes) {
            notes.append(
                QJsonObject{{QStringLiteral("text"),
                             QStringLiteral("Not imported: %1. %2").arg(skipped.setting, skipped.means)},
                            {QStringLiteral("source"), m_source}});
        }
    }
    document[QStringLiteral("notes")] = notes;
    const Result<QJsonObject> base = flattenedPolicy({{QStringLiteral("extends"), result.base}}, {});
    if (!base) {
        return base.error();
    }
    for (const QString& group : {QStringLiteral("attempts"), QStringLiteral("backoff"),
                                 QStringLiteral("quota"), QStringLiteral("reading")}) {
        if (document.contains(group)) {
            document[group] = inPlaceOf(base.value()[group].toObject(), document[group].toObject());
        }
    }
    if (!m_code.isEmpty()) {
        const QJsonArray rules = m_rules.isEmpty() ? base.value()[u"rules"].toArray() : m_rules;
        document[QStringLiteral("rules")] =
            dependingOn(m_code.mid(0, 5).join(QStringLiteral("; ")), rules, m_dependsOn, m_source);
    }
    Result<Policy> policy = wholePolicy(document);
    if (policy && leaveOutHiddenRules(policy.value().rules, document)) {
        policy = wholePolicy(document);
    }
    if (!policy) {
        return policy.error();
    }
    if (const std::vector<PolicyProblem> problems = problemsOf(policy.value()); !problems.empty()) {
        return Error{
            Error::Kind::BadInput,
            QStringLiteral("%1 %2").arg(toQString(problems.front().path), toQString(problems.front().text)),
            {}};
    }
    result.policy = std::move(policy).value();
    return result;
}

} // namespace retryscope::io
