// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/probe/probe_plan.h"

#include "core/io/http/pasted_address.h"
#include "core/io/http/wire_target.h"
#include "core/io/probe/origin_facts.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <set>
#include <utility>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

constexpr int kMostRepeats = 100;

bool isUnheard(Misbehaviour fault)
{
    return fault == Misbehaviour::TlsFail || fault == Misbehaviour::NoHost ||
           fault == Misbehaviour::NoConnect;
}

/// `http://h:1/base?x=1` and `/a?b` -> `http://h:1/base/a?x=1&b&retryscope-probe=ID`
std::string markedUrl(const WireTarget& through, const std::string& pathAndQuery, const std::string& id)
{
    const auto split = [](const std::string& text) {
        const std::size_t mark = text.find('?');
        return mark == std::string::npos ? std::pair(text, std::string())
                                         : std::pair(text.substr(0, mark), text.substr(mark + 1));
    };
    auto [base, baseQuery] = split(through.path);
    const auto [path, query] = split(pathAndQuery.empty() ? "/" : pathAndQuery);
    while (base.ends_with('/')) {
        base.pop_back();
    }
    const bool isBareBase = path == "/" && !base.empty();
    std::string url = through.origin() + base + (isBareBase ? "" : path) + '?';
    for (const std::string& part : {baseQuery, query}) {
        url += part.empty() ? "" : part + '&';
    }
    return url + kProbeMark + '=' + id;
}

/// Nothing is between a client and the origin's own address.
bool isOrigin(const WireTarget& through, const ListenAddress& listen)
{
    if (through.port != listen.port || listen.port == 0) {
        return false;
    }
    const auto isAny = [](const QString& host) {
        return host == u"0.0.0.0" || host == u"::" || host == u"*";
    };
    const auto isUsual = [](const QString& host) {
        return host.compare(u"localhost", Qt::CaseInsensitive) == 0 || host == u"127.0.0.1" || host == u"::1";
    };
    return through.host.compare(listen.host, Qt::CaseInsensitive) == 0 || isAny(through.host) ||
           (isAny(listen.host) && isThisMachine(through.host)) ||
           (isUsual(through.host) && isUsual(listen.host) &&
            (through.host.compare(u"localhost", Qt::CaseInsensitive) == 0 ||
             listen.host.compare(u"localhost", Qt::CaseInsensitive) == 0));
}

} // namespace

Result<ProbePlan> checkedPlan(ProbePlan plan)
{
    const auto bad = [&plan](std::size_t step, const QString& what) {
        return Error{Error::Kind::BadInput, what,
                     QStringLiteral("%1: steps[%2]").arg(toQString(plan.behaviours.id)).arg(step)};
    };
    if (plan.behaviours.steps.empty()) {
        return Error{
            Error::Kind::BadInput,
            QStringLiteral("origin responses come from the \"steps\" of a scenario; this scenario has none"),
            toQString(plan.behaviours.id)};
    }
    const Result<WireTarget> target = targetOf(plan.through);
    if (!target) {
        return target.error();
    }
    if (isOrigin(target.value(), plan.listen)) {
        return Error{Error::Kind::BadUsage,
                     QStringLiteral("this is the origin itself; give the address of the proxy"),
                     toQString(plan.through)};
    }
    plan.repeat = std::clamp(plan.repeat, 1, kMostRepeats);
    std::set<std::string> ids;
    for (std::size_t i = 0; i < plan.behaviours.steps.size(); ++i) {
        EndpointStep& step = plan.behaviours.steps[i];
        if (isUnheard(step.fault)) {
            return bad(
                i, QStringLiteral(
                       "an origin cannot play \"%1\" behind a proxy: this fault needs a direct connection")
                       .arg(toQString(toString(step.fault))));
        }
        if (step.id.empty()) {
            step.id = "step-" + std::to_string(i + 1);
        }
        if (!ids.insert(step.id).second) {
            return bad(i, QStringLiteral("the id \"%1\" is repeated").arg(toQString(step.id)));
        }
    }
    return plan;
}

RequestSpec probeRequest(const ProbePlan& plan, const EndpointStep& step, const std::string& id)
{
    RequestSpec spec = step.request ? *step.request : plan.behaviours.request.value_or(RequestSpec{});
    if (!step.request || step.request->service == "generic") {
        spec.service = plan.behaviours.service;
        spec.operation = spec.operation.empty() ? plan.behaviours.operation : spec.operation;
    }
    const Result<WireTarget> target = targetOf(plan.through);
    spec.url = target ? markedUrl(target.value(), spec.url, id) : plan.through;
    for (const Header& header : plan.headers.entries) {
        spec.headers.set(header.name, header.value);
    }
    spec.headers.set(kProbeMark, id);
    spec.wire = plan.wire;
    spec.connectTimeout = std::min<Duration>(plan.patience, 10s);
    spec.readTimeout = plan.patience;
    const Duration own = durationOf(probePlanFor(step, {.method = spec.method}));
    spec.attemptTimeout = plan.patience + std::min(own, plan.patience);
    return spec;
}

} // namespace retryscope::io
