// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace retryscope::io {

/// A ready-made response: an AWS-shaped error, a proxy page, or a success.
struct StepTemplate
{
    QString name;  ///< `s3-slow-down`
    QString title; ///< for people
    QString group; ///< `S3`, `DynamoDB`, `Proxy`, `Success`, `Fault` …
    EndpointStep step;
};

/// All templates of resources/responses, read on first use.
[[nodiscard]] const std::vector<StepTemplate>& stepTemplates();
[[nodiscard]] std::optional<EndpointStep> stepFromTemplate(const QString& name);

/// The responses of one group; the format is described in resources/responses/README.md. place: for messages.
[[nodiscard]] Result<std::vector<StepTemplate>> templatesFromJson(const QByteArray& json,
                                                                  const QString& place);

} // namespace retryscope::io
