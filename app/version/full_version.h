// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace retryscope {

/// Version and commit, `0.1.0+g70d7610`; `0.1.0` where the commit is not known. full_version.cmake writes it.
extern const char* const kFullVersion;

} // namespace retryscope
