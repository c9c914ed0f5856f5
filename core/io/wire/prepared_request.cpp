// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/prepared_request.h"

#include "core/io/http/http_message.h"
#include "core/io/http/wire_target.h"
#include "core/io/wire/proxy_choice.h"

#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

ConnectionKey keyFor(const WireTarget& target, const std::optional<Proxy>& proxy, const WireOptions& options)
{
    ConnectionKey key{.isTls = target.isTls,
                      .host = target.host,
                      .port = target.port,
                      .proxy = proxy,
                      .caFile = {},
                      .certificateFile = {},
                      .keyFile = {},
                      .verifyPeer = true};
    if (target.isTls) {
        key.caFile = options.caFile;
        key.certificateFile = options.certificateFile;
        key.keyFile = options.keyFile;
        key.verifyPeer = options.verifyPeer;
    }
    return key;
}

} // namespace

Result<PreparedRequest> PreparedRequest::from(const RequestParts& parts)
{
    const RequestSpec& spec = parts.spec;
    Result<WireTarget> target = targetOf(spec.url);
    if (!target) {
        return target.error();
    }
    if (Result<Done> message = checkMessage(spec); !message) {
        return message.error();
    }
    const auto proxy = proxyFor(spec.wire, target.value());
    if (!proxy) {
        return proxy.error();
    }
    PreparedRequest request;
    DialPlan& plan = request.plan;
    plan.target = std::move(target).value();
    plan.proxy = proxy.value();
    const bool isHttpProxy = plan.proxy && plan.proxy->kind == ProxyKind::Http;
    const bool isAbsolute = isHttpProxy && !plan.target.isTls;
    plan.needsTunnel = plan.proxy && !isAbsolute;
    plan.key = keyFor(plan.target, plan.proxy, spec.wire);
    RequestHead head = requestHead(
        spec, plan.target, parts.bodyBytes, isAbsolute ? TargetForm::Absolute : TargetForm::Origin,
        isAbsolute ? plan.proxy->basicAuthorization() : std::string(), parts.added);
    request.head = std::move(head.bytes);
    request.sentHeaders = std::move(head.headers);
    request.m_url = spec.url;
    request.m_method = spec.method;
    request.m_headers = spec.headers;
    request.m_added = parts.added;
    request.m_wire = spec.wire;
    request.m_specBodyBytes = spec.body.size();
    request.m_bodyBytes = parts.bodyBytes;
    return request;
}

bool PreparedRequest::isOf(const RequestParts& parts) const
{
    const RequestSpec& spec = parts.spec;
    return m_bodyBytes == parts.bodyBytes && m_specBodyBytes == spec.body.size() && m_url == spec.url &&
           m_method == spec.method && m_added == parts.added && m_headers == spec.headers &&
           m_wire == spec.wire;
}

} // namespace retryscope::io
