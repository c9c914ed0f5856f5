// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/retry_settings.h"

#include <cstdint>
#include <functional>

namespace retryscope::io {
class FaultEndpoint;
class Library;
class RunController;
class RunStore;
class SessionStore;
} // namespace retryscope::io

namespace retryscope::ui {

struct Settings;

/// Reads the AWS retry settings from the environment, the shared config file and so on, again at each call.
using RetrySettingsSource = std::function<io::Result<RetrySettings>()>;

/// The objects that main() creates for the panels. All outlive the window.
struct Services
{
    io::RunController& controller;
    io::Library& library;
    io::FaultEndpoint& endpoint; ///< for other programs; runs in the window open their own endpoints
    Settings& settings;
    const io::SessionStore* session = nullptr; ///< nullptr: input is not restored at the next start
    const io::RunStore* runs = nullptr;        ///< nullptr: there is no history of runs
    RetrySettingsSource retrySettings;         ///< asked when it is first shown
    std::function<std::uint64_t()> newSeed;
};

} // namespace retryscope::ui
