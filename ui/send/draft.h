// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/facts/shared.h"
#include "core/policy/policy.h"
#include "core/simulate/scenario.h"
#include "ui/request/request_bar.h"
#include "ui/request/run_settings.h"

#include <QString>

namespace retryscope::ui {

/// Everything that was typed and chosen in the Send room and not yet sent. One value, so that undo, the saved
/// session, *Use this request* and "is the form still what was sent?" all mean the same.
struct Draft
{
    Target target = Target::BuiltIn;
    RequestSpec underTest;     ///< url as typed
    RequestSpec builtIn;       ///< url: path and query
    bool builtInIsOwn = false; ///< the user changed it; false: as the scenario brought it
    Shared<Scenario> scenario; ///< there may be very many steps in it, and many drafts that hold it
    QString scenarioKey;       ///< id or file
    bool scenarioIsEdited = false;
    Policy preset;        ///< what the policy was made from
    Policy policy;        ///< as edited
    QString policyKey;    ///< id or file of the preset
    QString brokenPolicy; ///< text of the JSON editor that is no policy yet; empty otherwise
    RunSettings run;
    bool operator==(const Draft&) const = default;

    [[nodiscard]] const RequestSpec& request() const
    {
        return target == Target::UnderTest ? underTest : builtIn;
    }
    [[nodiscard]] RequestSpec& request() { return target == Target::UnderTest ? underTest : builtIn; }
};

} // namespace retryscope::ui
