// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/step_templates.h"

#include "core/facts/reason_phrase.h"
#include "core/io/format/template_sets.h"
#include "core/io/http/error_body.h"

#include <algorithm>
#include <iterator>

namespace retryscope::io {
namespace {

std::vector<StepTemplate> makeTemplates()
{
    std::vector<StepTemplate> all;
    for (std::vector<StepTemplate>& set :
         std::vector{serviceTemplates(), proxyTemplates(), plainTemplates()}) {
        std::move(set.begin(), set.end(), std::back_inserter(all));
    }
    for (StepTemplate& made : all) {
        EndpointStep& step = made.step;
        step.templateName = made.name.toStdString();
        if (step.reason.empty()) {
            step.reason = reasonPhraseOf(step.status);
        }
        step.parsed = parseBody(step.headers,
                                QByteArrayView(step.body.data(), static_cast<qsizetype>(step.body.size())));
    }
    return all;
}

} // namespace

const std::vector<StepTemplate>& stepTemplates()
{
    static const std::vector<StepTemplate> templates = makeTemplates();
    return templates;
}

std::optional<EndpointStep> stepFromTemplate(const QString& name)
{
    const auto found = std::ranges::find(stepTemplates(), name, &StepTemplate::name);
    return found == stepTemplates().end() ? std::nullopt : std::optional(found->step);
}

} // namespace retryscope::io
