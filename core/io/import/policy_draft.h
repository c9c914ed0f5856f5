// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/directive.h"
#include "core/io/import/import.h"
#include "core/io/import/setting.h"

#include <QJsonArray>
#include <QSet>

#include <optional>

namespace retryscope::io {

/// How far code that nobody evaluates decides.
enum class DependsOn {
    CodeForResponses, ///< in place of the settings where there is a response
    CodeToo,          ///< after the settings: it can add retries to theirs
    CodeInstead,      ///< in place of the settings, so that no retry is certain
};

/// Builds a policy from a configuration: takes the settings it can express and notes the others.
class PolicyDraft
{
public:
    /// source: origin of the configuration's numbers, for people. base: preset to extend.
    PolicyDraft(ConfigurationKind kind, QString base, QString source);

    void understood(int line, const QString& setting, const QString& became);
    void notUnderstood(int line, const QString& setting, const QString& why, const QString& means);
    void unimportant(int line, const QString& setting, const QString& why);
    /// The client does not start with this value, so finished() returns the first refusal as its error. A
    /// value that a deployment puts in later (`${ATTEMPTS}`) counts as not understood instead. assumes: what
    /// the policy has then, as `3 retries`; may be empty.
    void refused(int line, const QString& setting, const QString& why, const QString& assumes = {});
    void refused(const Setting::Member& member, const QString& why, const QString& assumes = {});
    void refused(const Directive& directive, const QString& why, const QString& assumes = {});
    /// One member of a group, as `name: value`.
    void understood(const Setting::Member& member, const QString& became);
    void notUnderstood(const Setting::Member& member, const QString& why, const QString& means);
    void understood(const Directive& directive, const QString& became);
    void notUnderstood(const Directive& directive, const QString& why, const QString& means);
    void unimportant(const Directive& directive, const QString& why);

    /// The reader reports this setting itself. key: the address of the value or directive in the text;
    /// nullptr: it is not in the text.
    void take(const void* key)
    {
        if (key != nullptr) {
            m_taken.insert(key);
        }
    }
    [[nodiscard]] bool hasTaken(const void* key) const { return m_taken.contains(key); }
    /// A block of the text whose settings were read.
    void readBlock(const QString& block);
    /// One setting of such a block that has nothing to do with retries, as far as is known.
    void passOver() { ++m_result.passedOver; }

    /// Says it of the first reported setting of this line whose text begins with the name. release: `since
    /// nginx 1.7.5`.
    void addRelease(int line, const QString& name, const QString& release);

    void setPart(const QString& part, const QStringList& parts);
    /// count: attempts if countsFirst, else retries; raised to the smallest valid number.
    void setAttempts(int count, bool countsFirst, const QJsonObject& more = {});
    void setNoBackoff();
    /// factor 1: the same delay each time.
    void setBackoff(Duration base, double factor, std::optional<Duration> cap);
    void setBackoff(const QString& member, const QJsonValue& value);
    void addRule(const QString& id, const QString& title, const QString& kind, const QJsonObject& when,
                 const QJsonObject& more = {});
    /// For proxies: adds the rule that nothing is retried once the response head has been passed on.
    void addBodyBreaksOff();
    void set(const QString& group, const QJsonValue& value);
    /// Code that decides about retries and that nobody evaluates. Where two decide in different ways, no
    /// retry is certain.
    void dependsOn(const QString& code, DependsOn what);

    /// The policy, with a note for each setting that was not imported.
    [[nodiscard]] Result<ImportedPolicy> finished(const ImportWish& wish) const;
    [[nodiscard]] ConfigurationKind kind() const { return m_result.kind; }
    [[nodiscard]] bool hasRules() const { return !m_rules.isEmpty(); }
    [[nodiscard]] const QString& source() const { return m_source; }

private:
    QString m_source;
    QJsonArray m_rules;
    QStringList m_code; ///< that decides, too
    DependsOn m_dependsOn = DependsOn::CodeInstead;
    std::optional<Error> m_refusal;
    QJsonObject m_backoff;
    QSet<const void*> m_taken;
    ImportedPolicy m_result;
};

/// `name: value`, bounded.
[[nodiscard]] QString written(const QString& name, const Setting& value);
[[nodiscard]] inline QString written(const Setting::Member& member)
{
    return written(member.name, member.value);
}
/// A duration for people: `250 ms`. Policy files have durationToText().
[[nodiscard]] QString shownDuration(Duration duration);
/// For PolicyDraft::setAttempts(): no retry once this time has passed; absent or 0: no limit by time.
[[nodiscard]] QJsonObject noLongerThan(std::optional<Duration> limit);
/// Texts as a JSON list.
[[nodiscard]] QJsonArray textList(const QStringList& texts);

/// `1 attempt`, `3 attempts`
[[nodiscard]] QString attemptsText(int count);
/// `1 retry at most, 2 attempts`
[[nodiscard]] QString retriesText(int count);

/// Why a timeout is not in the policy. option: the matching option of `run`.
[[nodiscard]] QString noTimeoutText(const QString& option);

/// Faults, grouped by the clients' names for them.
namespace faults {
[[nodiscard]] QStringList noConnection(); ///< nothing was sent
[[nodiscard]] QStringList brokenBefore(); ///< the connection ended before a response
[[nodiscard]] QStringList brokenWithin(); ///< or in the middle of it
} // namespace faults

} // namespace retryscope::io
