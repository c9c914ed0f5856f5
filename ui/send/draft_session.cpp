// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/draft_session.h"

#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace retryscope::ui {

io::Session sessionOf(const Draft& draft)
{
    io::Session session;
    session.mode = draft.target == Target::UnderTest ? io::SessionMode::Endpoint : io::SessionMode::BuiltIn;
    session.request = draft.underTest;
    if (draft.builtInIsOwn) {
        session.builtInRequest = draft.builtIn;
    }
    session.script.id = fromQString(draft.scenarioKey);
    if (draft.scenarioIsEdited) {
        session.script.edited = *draft.scenario;
    }
    session.policy.id = fromQString(draft.policyKey);
    if (draft.policy != draft.preset) {
        session.policy.edited = draft.policy;
    }
    session.policy.draft = fromQString(draft.brokenPolicy);
    session.run = {.calls = draft.run.calls,
                   .clients = draft.run.clients,
                   .seed = draft.run.seed,
                   .locksSeed = draft.run.keepsSeed,
                   .isVirtual = draft.run.isVirtual,
                   .waits = draft.run.waits,
                   .keepsTokens = draft.run.keepsTokens,
                   .tokens = {}};
    for (const QString& expectation : draft.expectations) {
        session.expectations.push_back(fromQString(expectation));
    }
    return session;
}

namespace {

/// The policy of a session; where it cannot be read, the one of this name that can, else the usual one.
void findPolicy(Draft& draft, const QString& key, const io::Library& library, QStringList* problems)
{
    QString why;
    for (const QString& each : {key, QFileInfo(key).completeBaseName(), toQString(io::SessionPolicy().id)}) {
        const io::Result<Policy> policy = library.policy(each);
        if (!policy) {
            why = why.isEmpty() ? policy.error().text() : why;
            continue;
        }
        draft.preset = policy.value();
        draft.policy = policy.value();
        draft.policyKey = each;
        if (each != key && problems != nullptr) {
            *problems += QCoreApplication::translate(
                             "retryscope::ui::SendRoom",
                             "Cannot read the policy that was in use. Retryscope uses %1 instead. %2")
                             .arg(toQString(shortNameOf(policy.value())), why);
        }
        return;
    }
}

} // namespace

Draft draftOf(const io::Session& session, const Draft& fallback, const io::Library& library,
              QStringList* problems)
{
    Draft draft = fallback;
    draft.target = session.mode == io::SessionMode::Endpoint ? Target::UnderTest : Target::BuiltIn;
    draft.underTest = session.request;
    draft.underTest.wire.verifyPeer = true;
    if (const auto scenario = library.scenario(toQString(session.script.id))) {
        draft.scenario = scenario.value();
        draft.scenarioKey = toQString(session.script.id);
        draft.scenarioIsEdited = false;
    }
    if (session.script.edited) {
        draft.scenario = *session.script.edited;
        draft.scenarioKey = toQString(session.script.id);
        draft.scenarioIsEdited = true;
    }
    draft.builtInIsOwn = session.builtInRequest.has_value();
    if (session.builtInRequest) {
        draft.builtIn = *session.builtInRequest;
    } else {
        const Scenario& script = *draft.scenario;
        draft.builtIn =
            script.request ? *script.request : io::defaultRequestFor(script.service, script.operation);
    }
    findPolicy(draft, toQString(session.policy.id), library, problems);
    if (session.policy.edited) {
        draft.policy = *session.policy.edited;
    }
    draft.brokenPolicy = toQString(session.policy.draft);
    draft.run = {.calls = session.run.calls,
                 .clients = session.run.clients,
                 .seed = session.run.seed,
                 .keepsSeed = session.run.locksSeed,
                 .isVirtual = session.run.isVirtual && draft.target == Target::BuiltIn,
                 .waits = session.run.waits,
                 .keepsTokens = session.run.keepsTokens};
    draft.expectations.clear();
    for (const std::string& expectation : session.expectations) {
        draft.expectations += toQString(expectation);
    }
    return draft;
}

} // namespace retryscope::ui
