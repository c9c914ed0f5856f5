// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/recipe_files.h"

#include "core/io/documents/built_in_files.h"

namespace retryscope::io {

const Recipes& clientRecipes()
{
    static const Recipes recipes = [] {
        Recipes read;
        for (const BuiltInFile& file : builtInFiles(QStringLiteral("recipes"), QStringLiteral(".recipe"))) {
            read.emplace(file.name.toStdString(), file.content.toStdString());
        }
        return read;
    }();
    return recipes;
}

} // namespace retryscope::io
