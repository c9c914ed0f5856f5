// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/rule_evidence.h"

#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/io/documents/built_in_files.h"
#include "core/io/files/library.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"

#include <QMutex>

#include <algorithm>
#include <memory>

namespace retryscope::io {

template <typename Fields>
void describe(Fields& fields, ProvenRules& proven)
{
    fields.field("releases", proven.releases);
    fields.field("recorded", proven.recorded);
    fields.field("measured", proven.measured);
}

namespace {

using ProvenByPolicy = std::map<std::string, ProvenRules>;

Result<ProvenByPolicy> provenFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        ProvenByPolicy proven;
        FieldReader fields(document, Form::Edited);
        fields.constant("format", "retryscope.evidence/1", "\"retryscope.evidence/1\"");
        fields.field("policies", proven);
        fields.finish();
        return proven;
    });
}

bool has(const std::map<std::string, std::vector<std::string>>& proven, const std::string& rule,
         const std::string& situation)
{
    const auto found = proven.find(rule);
    return found != proven.end() && std::ranges::find(found->second, situation) != found->second.end();
}

/// True if the built-in preset of this name has the rule, in general or for a service.
bool isOfPreset(const Policy& preset, const Rule& rule)
{
    const auto isSame = [&rule](const Rule& other) {
        return other.id == rule.id && other.when == rule.when && other.kind == rule.kind &&
               other.scope == rule.scope;
    };
    const auto isAmong = [&isSame](const auto& overrides) {
        return std::ranges::any_of(overrides, [&isSame](const auto& change) {
            return std::ranges::any_of(change.second.rules, isSame);
        });
    };
    return std::ranges::any_of(preset.rules, isSame) || isAmong(preset.services) ||
           isAmong(preset.operations);
}

/// nullptr: there is none of this id.
const Policy* presetOf(const std::string& id)
{
    static QMutex mutex;
    static std::map<std::string, std::unique_ptr<const Policy>> known;
    const QMutexLocker lock(&mutex);
    const auto [place, isNew] = known.try_emplace(id);
    if (isNew) {
        static const Library library;
        if (Result<Policy> preset = library.policy(toQString(id))) {
            place->second = std::make_unique<const Policy>(std::move(preset).value());
        }
    }
    return place->second.get();
}

bool isUnchanged(const Policy& policy, const Decision& decision)
{
    const Policy* preset = presetOf(policy.id);
    if (preset == nullptr) {
        return false;
    }
    const Rule* rule = ruleAt(policy, decision.rule);
    return rule != nullptr ? isOfPreset(*preset, *rule) : preset->otherwise == policy.otherwise;
}

/// A source that names a recording, another client or our own choice says nothing of what was not played.
bool isNoSource(const std::string& source)
{
    return source.empty() || source.starts_with("as ") || source.starts_with("recorded") ||
           source.starts_with("measured") || source.starts_with("Retryscope's default");
}

} // namespace

std::string decidedBy(const ResolvedPolicy& policy, const Decision& decision)
{
    const Rule* rule = ruleAt(policy.policy, decision.rule);
    return rule != nullptr ? rule->id : decision.kind == ErrorKind::None ? "success" : "otherwise";
}

std::string situationOf(const AttemptFacts& facts)
{
    return facts.fault ? std::string(wordOf(facts.fault->kind)) : "response";
}

const std::map<std::string, ProvenRules>& provenRules()
{
    static const ProvenByPolicy proven = [] {
        ProvenByPolicy all;
        for (ProvenByPolicy& file : readBuiltIn(QStringLiteral("evidence"), provenFromJson)) {
            all.merge(file);
        }
        return all;
    }();
    return proven;
}

RuleEvidence ruleEvidenceOf(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    const auto proven = provenRules().find(policy.policy.id);
    if (proven != provenRules().end() && isUnchanged(policy.policy, decision)) {
        const std::string rule = decidedBy(policy, decision);
        const std::string situation = situationOf(facts);
        const bool isRecorded = has(proven->second.recorded, rule, situation);
        if (isRecorded || has(proven->second.measured, rule, situation)) {
            return {.level = isRecorded ? EvidenceLevel::Recorded : EvidenceLevel::Measured,
                    .releases = proven->second.releases};
        }
    }
    const EvidenceLevel general = evidenceOf(policy);
    const bool isAssumed = isNoSource(sourceOf(policy.policy, decision.rule, decision.kind)) &&
                           (general <= EvidenceLevel::Measured || general == EvidenceLevel::Document);
    if (isAssumed) {
        const std::string when = facts.fault ? "when " + faultPhrase(facts) : "with such a response";
        return {.level = EvidenceLevel::Assumed,
                .remark =
                    general == EvidenceLevel::Document
                        ? filled("The document does not say what to do %1; the preset assumes it.", when)
                        : filled("What this client does %1 was not recorded; the preset assumes it.", when)};
    }
    return {.level = std::max(general, EvidenceLevel::Source)};
}

} // namespace retryscope::io
