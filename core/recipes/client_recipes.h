// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"

#include <string>

namespace retryscope {

// How each client is told what is wished. API names were looked up in the documentation and sources of the
// clients; those that changed between versions are named in the notes.

[[nodiscard]] ClientCode codeForCpp(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForPython(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForJs2(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForJs3(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForJava(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForGo(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForRust(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForPolly(const ClientWishes& wishes);
[[nodiscard]] ClientCode codeForCurl(const ClientWishes& wishes);

} // namespace retryscope
