// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/template_sets.h"

namespace retryscope::io {
namespace {

StepTemplate make(const char16_t* name, const char16_t* title, const char16_t* group, EndpointStep step)
{
    return {QString::fromUtf16(name), QString::fromUtf16(title), QString::fromUtf16(group), std::move(step)};
}

EndpointStep response(int status, const char* contentType, std::string body)
{
    EndpointStep step;
    step.status = status;
    step.headers.entries.push_back({"Content-Type", contentType});
    step.body = std::move(body);
    return step;
}

EndpointStep withFault(Misbehaviour fault, EndpointStep step = {})
{
    step.fault = fault;
    return step;
}

std::vector<StepTemplate> responses()
{
    const char16_t* const polling = u"Polling";
    const char16_t* const success = u"Success";
    return {
        make(u"polling-success", u"Polled operation is done", polling,
             response(200, "text/plain", "SUCCESS")),
        make(u"polling-not-ready", u"Polled operation is not ready", polling,
             response(200, "text/plain", "NOT_READY")),
        make(u"polling-throttled", u"Polling is throttled (429)", polling,
             response(429, "text/plain", "THROTTLED")),
        make(u"polling-server-error", u"Polling meets a server error (500)", polling,
             response(500, "text/plain", "SERVER_ERROR")),
        make(u"ok-json", u"JSON object (200)", success, response(200, "application/json", "{}")),
        make(u"ok-text", u"Text (200)", success, response(200, "text/plain", "ok\n")),
        make(u"ok-no-content", u"No content (204)", success, EndpointStep{.status = 204, .reason = {}}),
    };
}

std::vector<StepTemplate> faults()
{
    const char16_t* const group = u"Fault";
    const EndpointStep ok = response(200, "application/json", R"({"status":"ok"})");
    return {
        make(u"fault-close", u"Closes without an answer (FIN)", group, withFault(Misbehaviour::Close)),
        make(u"fault-reset", u"Resets without an answer (RST)", group, withFault(Misbehaviour::Reset)),
        make(u"fault-hang", u"Never answers", group, withFault(Misbehaviour::Hang)),
        make(u"fault-truncate", u"Cuts the body short (FIN)", group, withFault(Misbehaviour::Truncate, ok)),
        make(u"fault-truncate-reset", u"Cuts the body short (RST)", group,
             withFault(Misbehaviour::TruncateReset, ok)),
        make(u"fault-garbage", u"Answers with bytes that are not HTTP", group,
             withFault(Misbehaviour::Garbage)),
        make(u"fault-drip", u"Sends the body one byte at a time", group, withFault(Misbehaviour::Drip, ok)),
        make(u"fault-drip-head", u"Sends the head one byte at a time", group,
             withFault(Misbehaviour::DripHead, ok)),
        make(u"fault-refuse", u"Refuses the connection", group, withFault(Misbehaviour::Refuse)),
        make(u"fault-tls-fail", u"Fails the TLS handshake", group, withFault(Misbehaviour::TlsFail)),
        make(u"fault-no-host", u"Host name does not exist", group, withFault(Misbehaviour::NoHost)),
        make(u"fault-no-connect", u"Connection attempt is never answered", group,
             withFault(Misbehaviour::NoConnect)),
    };
}

} // namespace

std::vector<StepTemplate> plainTemplates()
{
    std::vector<StepTemplate> all = responses();
    const std::vector<StepTemplate> others = faults();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

} // namespace retryscope::io
