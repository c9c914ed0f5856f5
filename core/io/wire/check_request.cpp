// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/check_request.h"

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
    if (const auto proxy = proxyFor(spec.wire, target.value()); !proxy) {
        return proxy.error();
    }
    if (const auto tls = tlsConfigurationFor(spec.wire); target.value().isTls && !tls) {
        return tls.error();
    }
    return Done{};
}

} // namespace retryscope::io
