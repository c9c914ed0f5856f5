// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/run_plan.h"

#include "core/io/documents/policy_json.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "ui/parts/tr.h"
#include "ui/policy/policy_difference.h"
#include "ui/send/played_response.h"

#include <QUrl>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

io::Error unusable(const QString& message)
{
    return {.kind = io::Error::Kind::BadInput, .message = message, .place = {}};
}

io::Result<Policy> policyOf(const Draft& draft)
{
    if (!draft.brokenPolicy.isEmpty()) {
        const auto read = io::policyFromJson(draft.brokenPolicy.toUtf8(), {});
        return unusable(tr("Cannot use the policy: %1").arg(read ? QString() : read.error().text()));
    }
    const std::vector<PolicyProblem> problems = problemsOf(draft.policy);
    if (!problems.empty()) {
        return unusable(tr("Cannot use the policy: %1: %2")
                            .arg(toQString(problems.front().path), toQString(problems.front().text)));
    }
    return draft.policy;
}

/// But for what a record does not hold: secrets, and what the settings filled in when it was sent.
bool areSameRequest(const RequestSpec& one, const RequestSpec& other)
{
    const auto comparable = [](const RequestSpec& spec) {
        RequestSpec kept = io::redacted(spec);
        std::erase_if(kept.headers.entries, [](const Header& header) {
            return header.value.empty() || io::holdsRedacted(header.value);
        });
        kept.batch.reset();
        return kept;
    };
    const bool isOtherSecret =
        std::any_of(one.headers.entries.begin(), one.headers.entries.end(), [&other](const Header& header) {
            const std::string* value = other.headers.find(header.name);
            const auto isKnown = [](const std::string& text) {
                return !text.empty() && !io::holdsRedacted(text);
            };
            return value != nullptr && isKnown(*value) && isKnown(header.value) && *value != header.value;
        });
    if (isOtherSecret) {
        return false;
    }
    RequestSpec left = comparable(one);
    RequestSpec right = comparable(other);
    const auto fill = [](std::string& mine, std::string& theirs) {
        if (mine.empty() || theirs.empty()) {
            mine.clear();
            theirs.clear();
        }
    };
    fill(left.wire.proxyUrl, right.wire.proxyUrl);
    fill(left.wire.noProxy, right.wire.noProxy);
    fill(left.wire.caFile, right.wire.caFile);
    return left == right;
}

} // namespace

QString problemOfUrl(const QString& url)
{
    if (url.isEmpty()) {
        return tr("Type the address of a server, or choose the built-in endpoint.");
    }
    const QUrl parsed(url, QUrl::StrictMode);
    const QString shown = url.size() <= 80 ? url : url.left(80) + QStringLiteral("…");
    if (url.contains(QLatin1Char(' '))) {
        return tr("“%1” is not a web address: it contains a space.").arg(shown);
    }
    if (!parsed.isValid()) {
        return tr("“%1” is not a web address. Use the form http://host/path or https://host/path.")
            .arg(shown);
    }
    const QString scheme = parsed.scheme();
    if (scheme != QStringLiteral("http") && scheme != QStringLiteral("https")) {
        return tr("Cannot send to “%1”: the address must begin with http:// or https://.").arg(shown);
    }
    return parsed.host().isEmpty() ? tr("“%1” has no host name.").arg(shown) : QString();
}

io::Result<RunPlan> planOf(const Draft& draft)
{
    const io::Result<Policy> policy = policyOf(draft);
    if (!policy) {
        return policy.error();
    }
    if (draft.target == Target::UnderTest) {
        if (const QString problem = problemOfUrl(toQString(draft.underTest.url)); !problem.isEmpty()) {
            return unusable(problem);
        }
    }
    RunPlan plan;
    plan.header.spec = draft.request();
    plan.header.spec.poll.reset(); // of a record: the window does not show it, so it does not send it
    plan.header.spec.batch = io::batchEnvelopeOf(QByteArrayView(plan.header.spec.body));
    plan.header.policy = std::make_shared<ResolvedPolicy>(resolve(policy.value(), plan.header.spec));
    plan.header.overrides = differencesOf(draft.preset, draft.policy, tr("edited in the window"));
    plan.header.seed = draft.run.seed;
    plan.header.isVirtual = draft.run.isVirtual;
    plan.header.noWait = !draft.run.waits;
    plan.header.clients = draft.run.clients;
    plan.header.callsPerClient = draft.run.calls;
    if (draft.target == Target::BuiltIn) {
        plan.scenario = *draft.scenario;
        plan.header.scenarioId = plan.scenario->id;
    }
    return plan;
}

Target targetOf(const RunHeader& header)
{
    return !header.scenarioId.empty() || header.isVirtual ? Target::BuiltIn : Target::UnderTest;
}

Draft draftOf(const RunRecord& record, const Draft& present, const io::Library& library)
{
    const RunHeader& header = record.header();
    Draft draft = present;
    draft.target = targetOf(header);
    draft.request() = header.spec;
    draft.request().batch.reset(); // computed from the body whenever something is sent
    if (draft.target == Target::BuiltIn) {
        // A live run has the address at which the built-in endpoint listened then.
        const QUrl address(toQString(header.spec.url));
        draft.builtIn.url = fromQString(address.toString(QUrl::RemoveScheme | QUrl::RemoveAuthority));
        draft.builtInIsOwn = true;
        const bool isPresent = present.scenario->id == header.scenarioId;
        if (const auto known = library.scenario(toQString(header.scenarioId)); known && !isPresent) {
            draft.scenario = known.value();
            draft.scenarioKey = toQString(header.scenarioId);
            draft.scenarioIsEdited = false;
        } else if (!isPresent) {
            draft.scenario = scenarioFrom(record);
            draft.scenarioKey.clear();
            draft.scenarioIsEdited = true;
        }
    }
    draft.brokenPolicy.clear();
    const auto isItsPolicy = [&header](const Policy& policy) {
        return resolve(policy, header.spec) == *header.policy;
    };
    if (!isItsPolicy(present.policy)) {
        // The record holds the policy as it was resolved for one service; the preset knows the other ones
        // too.
        const auto preset = library.policy(toQString(header.policy->policy.id));
        draft.preset = preset ? preset.value() : header.policy->policy;
        draft.policy = preset && isItsPolicy(preset.value()) ? preset.value() : header.policy->policy;
        draft.policyKey = toQString(header.policy->policy.id);
    }
    draft.run = {.calls = header.callsPerClient,
                 .clients = header.clients,
                 .seed = header.seed,
                 .keepsSeed = true,
                 .isVirtual = header.isVirtual,
                 .waits = !header.noWait,
                 .keepsTokens = present.run.keepsTokens};
    return draft;
}

bool areSameRun(const Draft& one, const Draft& other)
{
    const auto sameScript = [&] {
        const Scenario& left = *one.scenario;
        const Scenario& right = *other.scenario;
        return &left == &right || (left.steps == right.steps && left.calls == right.calls &&
                                   left.perEndpoint == right.perEndpoint);
    };
    const auto samePolicy = [&] {
        return one.policy == other.policy ||
               resolve(one.policy, one.request()) == resolve(other.policy, other.request());
    };
    const auto sameSeed = [&] {
        return one.run.seed == other.run.seed || !one.run.keepsSeed || !other.run.keepsSeed;
    };
    return one.target == other.target && areSameRequest(one.request(), other.request()) && samePolicy() &&
           one.brokenPolicy == other.brokenPolicy && one.run.calls == other.run.calls &&
           one.run.clients == other.run.clients && one.run.isVirtual == other.run.isVirtual &&
           (one.run.isVirtual || one.run.waits == other.run.waits) && sameSeed() &&
           (one.target == Target::UnderTest || sameScript());
}

} // namespace retryscope::ui
