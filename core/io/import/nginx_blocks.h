// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/directive.h"
#include "core/io/text/result.h"

#include <QString>

#include <memory>
#include <vector>

namespace retryscope::io {

struct NginxBlock
{
    Directive head;
    NginxBlock* outer = nullptr;
    std::vector<Directive> directives;
    std::vector<std::unique_ptr<NginxBlock>> blocks;
};

/// The blocks of an nginx configuration, inside one unnamed block. Ignores closing braces without an opening
/// one and closes open blocks at the end, since users paste parts of files. BadInput: deeper than
/// kDeepestSetting, or an unterminated directive. place: file name for messages; may be empty.
[[nodiscard]] Result<std::unique_ptr<NginxBlock>> nginxBlocks(const QString& text, const QString& place);

} // namespace retryscope::io
