// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/responder.h"

#include "core/facts/error_name.h"
#include "core/facts/letter_case.h"

#include <array>
#include <optional>
#include <string_view>

namespace retryscope {

namespace {

struct Product
{
    std::string_view inServer; ///< part of the Server header, lower case
    std::string_view name;
    ResponderKind kind;
};

/// What the Server header of common products says. An origin can hide behind any of them,
/// so this is evidence only.
constexpr std::array<Product, 10> kProducts{{
    {"amazons3", "Amazon S3", ResponderKind::Origin},
    {"minio", "MinIO", ResponderKind::Origin},
    {"awselb", "AWS load balancer", ResponderKind::LoadBalancer},
    {"cloudfront", "CloudFront", ResponderKind::Proxy},
    {"cloudflare", "Cloudflare", ResponderKind::Proxy},
    {"haproxy", "HAProxy", ResponderKind::Proxy},
    {"envoy", "Envoy", ResponderKind::Proxy},
    {"squid", "Squid", ResponderKind::Proxy},
    {"varnish", "Varnish", ResponderKind::Proxy},
    {"nginx", "nginx", ResponderKind::Proxy},
}};

const Product* productOf(const std::string& server)
{
    const std::string text = inLowerCase(server);
    for (const Product& product : kProducts) {
        if (text.find(product.inServer) != std::string::npos) {
            return &product;
        }
    }
    return nullptr;
}

/// Load balancers and HAProxy respond with short pages of their own that carry no Server header.
const Product* productOfPage(const std::string& body)
{
    const std::string text = inLowerCase(std::string_view(body).substr(0, 2048));
    if (text.find("<center>nginx") != std::string::npos) {
        return &kProducts.back();
    }
    if (text.find("no server is available to handle this request") != std::string::npos) {
        static constexpr Product kHaproxy{"", "HAProxy", ResponderKind::Proxy};
        return &kHaproxy;
    }
    return nullptr;
}

std::string bodyEvidence(const Response& response)
{
    const ParsedBody& body = response.parsed;
    if (response.bodyUnseen) {
        return "the imported file does not show the body";
    }
    const std::string* type = response.headers.find("content-type");
    const std::string said = type == nullptr ? std::string() : inLowerCase(*type);
    if (body.isEmpty) {
        return "no body";
    }
    if (body.isHtml) {
        return "the body is a web page (HTML)";
    }
    if (body.isXml) {
        return "the body is XML with the root element " + body.xmlRoot;
    }
    if (body.isJson) {
        return "the body is JSON";
    }
    return said.find("json") != std::string::npos ? "the body is not valid JSON, as its Content-Type says"
           : said.find("xml") != std::string::npos
               ? "the body is not well-formed XML, as its Content-Type says"
               : "the body is plain text";
}

} // namespace

Responder responderOf(const AttemptFacts& facts)
{
    Responder result;
    if (!facts.response) {
        result.kind = ResponderKind::Nobody;
        return result;
    }
    const Response& response = *facts.response;
    const Product* product = nullptr;
    if (const std::string* server = response.headers.find("server")) {
        product = productOf(*server);
        result.evidence.push_back("Server: " + *server);
    }
    if (const std::string* via = response.headers.find("via")) {
        result.evidence.push_back("Via: " + *via);
    }
    const std::string requestId = requestIdOf(facts);
    if (!requestId.empty() || !response.headersUnseen) {
        result.evidence.push_back(requestId.empty() ? "no request id from a service"
                                                    : "request id " + requestId);
    }
    result.evidence.push_back(bodyEvidence(response));
    if (!product && response.parsed.isHtml) {
        product = productOfPage(response.body);
    }

    // A service stamps its responses; an error that carries no id came from something in between. A success
    // came from the service itself, whoever passed it on. A proxy that names itself may have written a body
    // with an id in it (error_page of nginx), or passed on what the service wrote: that cannot be told.
    const bool isError = response.status >= 400;
    const bool isFromBetween = product && product->kind != ResponderKind::Origin;
    if (!requestId.empty() && isError && isFromBetween && !hasRequestIdHeader(response.headers)) {
        return result;
    }
    if (!requestId.empty()) {
        result.kind = ResponderKind::Origin;
        result.name =
            product && product->kind == ResponderKind::Origin ? std::string(product->name) : std::string();
    } else if (product && (isError || product->kind == ResponderKind::Origin)) {
        result.kind = product->kind;
        result.name = product->name;
    } else if (isError && (response.parsed.isHtml || response.headers.contains("via"))) {
        result.kind = ResponderKind::Proxy;
    }
    return result;
}

} // namespace retryscope
