// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/default_request.h"

#include "core/facts/service_protocol.h"
#include "core/io/documents/built_in_files.h"
#include "core/io/documents/message_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/json/json_cursor.h"
#include "core/io/json/json_patch.h"
#include "core/io/text/replace_all.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace retryscope::io {
namespace {

constexpr auto kRequestsFormat = "retryscope.requests/1";
constexpr std::string_view kAny = "*";

bool fits(const ServiceRequests::Entry& entry, std::string_view operation)
{
    return std::ranges::any_of(entry.operations, [operation](std::string_view pattern) {
        return pattern.ends_with('*') ? operation.starts_with(pattern.substr(0, pattern.size() - 1))
                                      : operation == pattern;
    });
}

ServiceRequests::Entry entryFrom(const JsonCursor& json, const JsonCursor& common)
{
    ServiceRequests::Entry entry;
    for (const JsonCursor& operation : json.required("operations").items()) {
        entry.operations.push_back(operation.string().toStdString());
    }
    const JsonCursor own = json.required("request");
    entry.request = requestFromJson(own.withValue(mergePatch(common.value(), own.value())));
    rejectUnknownKeys(json, QStringLiteral("operations request").split(u' '));
    return entry;
}

void checkEnds(const JsonCursor& list, const ServiceRequests& requests)
{
    for (const ServiceRequests::Entry& entry : requests.entries) {
        const bool isLast = &entry == &requests.entries.back();
        if (std::ranges::count(entry.operations, kAny) != (isLast ? 1 : 0)) {
            list.reject(QStringLiteral("\"*\" must be in the last request and in no other"));
        }
    }
}

/// Of a service without a file: what its protocol makes of every operation. Source: the protocols' request
/// sections in the Smithy specification (AWS JSON, AWS query, EC2 query).
RequestSpec requestOfProtocol(std::string_view service, std::string_view operation)
{
    RequestSpec request;
    request.url = "/";
    const std::string_view protocol = serviceProtocol(service);
    if (operation.empty() || (protocol != "json" && protocol != "query" && protocol != "ec2")) {
        return request;
    }
    request.method = "POST";
    if (protocol == "json") {
        request.headers.entries = {{"Content-Type", "application/x-amz-json-1.1"},
                                   {"X-Amz-Target", std::string(operation)}};
        request.body = "{}";
    } else {
        request.headers.entries = {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}};
        request.body = "Action=" + std::string(operation);
    }
    return request;
}

const ServiceRequests* requestsOf(std::string_view service)
{
    static const std::vector<ServiceRequests> all = readBuiltIn(QStringLiteral("requests"), requestsFromJson);
    const auto known = std::ranges::find(all, service, &ServiceRequests::service);
    return known == all.end() ? nullptr : &*known;
}

} // namespace

std::vector<std::string> operationsOf(std::string_view service)
{
    std::vector<std::string> operations;
    if (const ServiceRequests* known = requestsOf(service)) {
        for (const ServiceRequests::Entry& entry : known->entries) {
            std::ranges::copy_if(entry.operations, std::back_inserter(operations),
                                 [](const std::string& operation) { return operation != kAny; });
        }
    }
    return operations;
}

RequestSpec defaultRequestFor(std::string_view service, std::string_view operation)
{
    RequestSpec request = requestOfProtocol(service, operation);
    if (const ServiceRequests* known = requestsOf(service)) {
        const std::string_view name = operation.empty() ? std::string_view(known->operation) : operation;
        const auto entry =
            std::ranges::find_if(known->entries, [name](const ServiceRequests::Entry& candidate) {
                return fits(candidate, name);
            });
        if (entry != known->entries.end()) {
            request = entry->request;
        }
        constexpr std::string_view kMark = "{operation}";
        replaceAll(request.url, kMark, name);
        replaceAll(request.body, kMark, name);
        for (Header& header : request.headers.entries) {
            replaceAll(header.value, kMark, name);
        }
    }
    request.service = service;
    request.operation = operation;
    return request;
}

Result<ServiceRequests> requestsFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        requireFormat(document, kRequestsFormat);
        ServiceRequests requests{.service = document.required("service").string().toStdString(),
                                 .operation = document.at("operation").string().toStdString(),
                                 .entries = {}};
        for (const JsonCursor& entry : document.required("requests").items()) {
            requests.entries.push_back(entryFrom(entry, document.at("common")));
        }
        checkEnds(document.at("requests"), requests);
        rejectUnknownKeys(document,
                          QStringLiteral("format service source operation common requests").split(u' '));
        return requests;
    });
}

} // namespace retryscope::io
