// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/check_request.h"

#include "core/facts/poll_request.h"
#include "core/io/http/http_message.h"
#include "core/io/wire/proxy_choice.h"
#include "core/io/wire/tls_setup.h"

namespace retryscope::io {

Result<Done> checkRequest(const RequestSpec& spec)
{
    const Result<WireTarget> target = targetOf(spec.url);
    if (!target) {
        return target.error();
    }
    if (Result<Done> message = checkMessage(spec); !message) {
        return message;
    }
    if (spec.poll) { // with any token: it stands behind the host
        Response response;
        response.parsed.fields = {{.place = spec.poll->tokenPlace, .text = "0"}};
        response.parsed.text = "0";
        const FilledPoll poll =
            pollFor(spec, {.response = std::make_shared<const Response>(std::move(response))});
        RequestSpec polling;
        polling.method = poll.target.method;
        polling.body = poll.body;
        if (const Result<WireTarget> at = targetOf(poll.target.url); !at) {
            return at.error();
        }
        if (Result<Done> message = checkMessage(polling); !message) {
            return message;
        }
    }
    if (const auto proxy = proxyFor(spec.wire, target.value()); !proxy) {
        return proxy.error();
    }
    if (const auto tls = tlsConfigurationFor(spec.wire); target.value().isTls && !tls) {
        return tls.error();
    }
    return Done{};
}

} // namespace retryscope::io
