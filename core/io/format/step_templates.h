// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"

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

[[nodiscard]] const std::vector<StepTemplate>& stepTemplates();
[[nodiscard]] std::optional<EndpointStep> stepFromTemplate(const QString& name);

} // namespace retryscope::io
