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
#include <QStringList>

namespace retryscope::ui {

/// Everything typed and chosen in the Send room, whether sent or not. It is one value, so that undo, the
/// saved session, *Use this request* and the check for a changed form all compare the same thing.
struct Draft
{
    Target target = Target::BuiltIn;
    RequestSpec underTest;     ///< url as typed
    RequestSpec builtIn;       ///< url: path and query
    bool builtInIsOwn = false; ///< true: the user changed it; false: it is still the scenario's request
    Shared<Scenario> scenario; ///< shared, because it can hold very many steps and many drafts refer to it
    QString scenarioKey;       ///< id or file
    bool scenarioIsEdited = false;
    Policy preset;        ///< the preset that `policy` is an edit of
    Policy policy;        ///< as edited
    QString policyKey;    ///< id or file of the preset
    QString brokenPolicy; ///< text of the JSON editor while it is not a valid policy; else empty
    RunSettings run;
    QStringList expectations; ///< as typed
    bool operator==(const Draft&) const = default;

    [[nodiscard]] const RequestSpec& request() const
    {
        return target == Target::UnderTest ? underTest : builtIn;
    }
    [[nodiscard]] RequestSpec& request() { return target == Target::UnderTest ? underTest : builtIn; }
};

} // namespace retryscope::ui
