// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/client_files.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"

namespace retryscope::io {

template <typename Fields>
void describe(Fields& fields, ClientPolicy& value)
{
    fields.required("policy", value.policy);
    fields.field("from", value.from);
    fields.required("why", value.why);
}

template <typename Fields>
void describe(Fields& fields, KnownClient& value)
{
    fields.required("names", value.names);
    fields.filled("names", value.names);
    fields.field("sdk", value.sdk);
    fields.field("why", value.why);
    fields.filled("policies", value.policies);
    fields.filled("pip", value.pip);
    fields.filled("npm", value.npm);
    fields.filled("deb", value.deb);
}

namespace {

struct ClientsFile
{
    std::vector<KnownClient> clients;
};

} // namespace

template <typename Fields>
void describe(Fields& fields, ClientsFile& value)
{
    fields.constant("format", "retryscope.clients/1", QStringLiteral("\"retryscope.clients/1\""));
    fields.required("clients", value.clients);
}

Result<std::vector<KnownClient>> clientsFromJson(const QByteArray& json, const QString& place)
{
    return readDocument(json, place, [](const JsonCursor& document) {
        ClientsFile file;
        readEdited(document, file);
        return file.clients;
    });
}

const std::vector<KnownClient>& knownClients()
{
    static const std::vector<KnownClient> clients = [] {
        std::vector<KnownClient> all;
        for (std::vector<KnownClient>& file : readBuiltIn(QStringLiteral("clients"), clientsFromJson)) {
            std::move(file.begin(), file.end(), std::back_inserter(all));
        }
        return all;
    }();
    return clients;
}

const std::vector<CalledPolicy>& calledPolicies()
{
    static const std::vector<CalledPolicy> called = [] {
        std::vector<CalledPolicy> all;
        for (const KnownClient& client : knownClients()) {
            if (const auto policy = defaultPolicyOf(client, builtInSdks())) {
                QStringList names;
                for (const std::string& name : client.names) {
                    names += toQString(name);
                }
                all.push_back(
                    {.id = toQString(policy->policy), .why = toQString(policy->why), .names = names});
            }
        }
        return all;
    }();
    return called;
}

} // namespace retryscope::io
