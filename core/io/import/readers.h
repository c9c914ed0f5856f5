// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/import.h"

#include <vector>

namespace retryscope::io {

// One reader a kind of configuration; each is asked with a text that is not too long.

using ImportResult = Result<ImportedPolicy>;

[[nodiscard]] ImportResult importSharedConfig(const QString& text, const ImportWish& wish,
                                              const QString& place);
[[nodiscard]] ImportResult importGrpc(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importEnvoy(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importIstio(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importNginx(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importHaproxy(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importUrllib3(const QString& text, const ImportWish& wish, const QString& place);
[[nodiscard]] ImportResult importAxiosRetry(const QString& text, const ImportWish& wish,
                                            const QString& place);
[[nodiscard]] ImportResult importResilience4j(const QString& text, const ImportWish& wish,
                                              const QString& place);
/// kind: GatewayApi or EnvoyGateway, whose texts hold the same resources.
[[nodiscard]] ImportResult importGateway(ConfigurationKind kind, const QString& text, const ImportWish& wish,
                                         const QString& file);
[[nodiscard]] ImportResult importIngressNginx(const QString& text, const ImportWish& wish,
                                              const QString& file);
[[nodiscard]] ImportResult importBotocoreConfig(const QString& text, const ImportWish& wish,
                                                const QString& file);

[[nodiscard]] ImportResult importTraefik(const QString& text, const ImportWish& wish, const QString& file);
[[nodiscard]] ImportResult importCaddy(const QString& text, const ImportWish& wish, const QString& file);
[[nodiscard]] ImportResult importSpring(const QString& text, const ImportWish& wish, const QString& file);

/// The names of the parts, in their order.
template <typename Found>
[[nodiscard]] QStringList partsOf(const std::vector<Found>& found)
{
    QStringList parts;
    for (const Found& one : found) {
        parts += one.part;
    }
    return parts;
}
/// Index of the chosen part: the first if the wish names none; BadUsage for an unknown name. parts: not
/// empty.
[[nodiscard]] Result<std::size_t> chosenPart(const QStringList& parts, const ImportWish& wish);
/// The error for a text without such settings. expected: an example of what the reader accepts.
[[nodiscard]] Error saysNothing(ConfigurationKind kind, const QString& expected, const QString& place);

} // namespace retryscope::io
