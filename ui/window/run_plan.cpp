// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/run_plan.h"

#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/parts/tr.h"
#include "ui/policy/policy_panel.h"
#include "ui/request/request_bar.h"
#include "ui/request/request_panel.h"

#include <QUrl>

#include <utility>

namespace retryscope::ui {

namespace {

RequestSpec requestOf(const RequestBar& bar, const RequestPanel& panel)
{
    RequestSpec spec;
    panel.applyTo(spec);
    spec.method = fromQString(bar.method());
    spec.url = fromQString(bar.usesEndpoint() ? panel.path() : bar.url());
    spec.service = fromQString(bar.service());
    spec.operation = fromQString(bar.operation());
    spec.batch = io::batchEnvelopeOf(QByteArrayView(spec.body));
    return spec;
}

} // namespace

QString problemOfUrl(const QString& url)
{
    const QUrl parsed(url, QUrl::StrictMode);
    if (!parsed.isValid()) {
        return tr("“%1” is no URL: %2").arg(url, parsed.errorString());
    }
    const QString scheme = parsed.scheme();
    if (scheme != QStringLiteral("http") && scheme != QStringLiteral("https")) {
        return tr("“%1” cannot be sent to: write http:// or https:// in front, or choose the built-in "
                  "endpoint.")
            .arg(url);
    }
    return parsed.host().isEmpty() ? tr("“%1” names no host.").arg(url) : QString();
}

io::Result<RunPlan> planOf(const RequestBar& bar, const RequestPanel& request, const PolicyPanel& policyPanel,
                           const EndpointPanel& faults)
{
    const io::Result<Policy> policy = policyPanel.policy();
    if (!policy) {
        return io::Error{.kind = io::Error::Kind::BadInput,
                         .message = tr("The policy cannot be used: %1").arg(policy.error().text()),
                         .place = {}};
    }
    if (!bar.usesEndpoint()) {
        if (const QString problem = problemOfUrl(bar.url()); !problem.isEmpty()) {
            return io::Error{.kind = io::Error::Kind::BadInput, .message = problem, .place = {}};
        }
    }
    RunPlan plan;
    plan.header.spec = requestOf(bar, request);
    plan.header.policy = std::make_shared<ResolvedPolicy>(resolve(policy.value(), plan.header.spec));
    plan.header.overrides = policyPanel.overrides();
    plan.header.seed = bar.seed();
    plan.header.isVirtual = bar.isVirtual();
    const RunOptions options = request.runOptions();
    plan.header.noWait = !options.waits;
    plan.header.clients = options.clients;
    plan.header.callsPerClient = options.calls;
    if (bar.usesEndpoint() || bar.isVirtual()) {
        plan.scenario = faults.scenario();
        plan.header.scenarioId = plan.scenario->id;
    }
    return plan;
}

} // namespace retryscope::ui
