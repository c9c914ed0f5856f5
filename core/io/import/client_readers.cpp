// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/client_readers.h"

#include "core/io/documents/error_files.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/io/import/import.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <map>
#include <utility>

namespace retryscope::io {

namespace {

/// Ids of the built-in presets by family and mode.
const std::map<std::pair<std::string, std::string>, QString>& presetIds()
{
    static const std::map<std::pair<std::string, std::string>, QString> ids = [] {
        std::map<std::pair<std::string, std::string>, QString> read;
        const Library library;
        for (const Library::Entry& entry : library.policyEntries()) {
            const Result<Policy> policy = library.policy(entry.id);
            if (policy && policy.value().document.empty()) {
                read.try_emplace({policy.value().family, policy.value().mode}, entry.id);
            }
        }
        return read;
    }();
    return ids;
}

std::optional<Policy> builtIn(const QString& id)
{
    const Result<Policy> policy = Library().policy(id);
    return policy ? std::optional(policy.value()) : std::nullopt;
}

std::optional<Policy> unconfigured(const Policy& policy)
{
    const Library library;
    const QString id = toQString(policy.id);
    const auto& entries = library.policyEntries();
    if (std::any_of(entries.begin(), entries.end(), [&id](const auto& entry) { return entry.id == id; })) {
        const Result<Policy> own = library.policy(id);
        if (own && own.value().family == policy.family && own.value().mode == policy.mode) {
            return own.value();
        }
    }
    const auto found = presetIds().find({policy.family, policy.mode});
    return found == presetIds().end() ? std::nullopt : builtIn(found->second);
}

std::optional<ConfigurationKind> kindFor(const std::string& family)
{
    constexpr std::pair<std::string_view, ConfigurationKind> kKinds[] = {
        {"grpc-a6", ConfigurationKind::Grpc},
        {"envoy", ConfigurationKind::Envoy},
        {"istio", ConfigurationKind::Istio},
        {"nginx", ConfigurationKind::Nginx},
        {"haproxy", ConfigurationKind::Haproxy},
        {"urllib3-2", ConfigurationKind::Urllib3},
        {"axios-retry", ConfigurationKind::AxiosRetry},
        {"resilience4j-2", ConfigurationKind::Resilience4j},
        {"traefik-3.7", ConfigurationKind::Traefik},
        {"caddy-2", ConfigurationKind::Caddy}};
    for (const auto& [name, kind] : kKinds) {
        if (family == name) { // another version has other defaults than the reader
            return kind;
        }
    }
    return std::nullopt;
}

std::optional<Policy> configured(const Policy& own, const std::string& text)
{
    const std::optional<ConfigurationKind> kind = kindFor(own.family);
    if (!kind) {
        return std::nullopt;
    }
    const Result<ImportedPolicy> read =
        importPolicy(QByteArray::fromStdString(text), {.kind = kind, .part = {}, .id = {}}, {});
    return read ? std::optional(read.value().policy) : std::nullopt;
}

} // namespace

const ClientReaders& clientReaders()
{
    static const ClientReaders readers{.unconfigured = unconfigured, .configured = configured};
    return readers;
}

ClientKnowledge clientKnowledge()
{
    return {.recipes = clientRecipes(),
            .sdks = builtInSdks(),
            .readers = clientReaders(),
            .incurable = errorKnowledge().incurable};
}

} // namespace retryscope::io
