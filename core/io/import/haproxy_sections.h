// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/directive.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace retryscope::io {

struct HaproxySection
{
    Directive head; ///< `backend web`; without words: lines without a section
    std::vector<Directive> lines;
    /// The place of the defaults that hold: those that it names with `from`, else the nearest before it;
    /// absent: none.
    std::optional<std::size_t> defaults = {};

    [[nodiscard]] QString kind() const { return head.words.value(0); }
    [[nodiscard]] QString name() const { return head.words.mid(0, 2).join(QLatin1Char(' ')).left(200); }
};

/// The sections of a HAProxy configuration in their order; the first one has the lines before the others.
[[nodiscard]] std::vector<HaproxySection> haproxySections(const QString& text);
/// The last line about this setting in the section, else in its defaults; nullptr: there is none.
[[nodiscard]] const Directive* inForce(const std::vector<HaproxySection>& sections, std::size_t section,
                                       const QString& what);

/// Whether a frontend leads to the backend of this name. A name that is computed may be any.
enum class Leads { No, Perhaps, Yes };
[[nodiscard]] Leads leadsTo(const HaproxySection& frontend, const QString& backend);

/// The requests for which a condition holds, by method.
struct MethodCondition
{
    bool isNegated = false; ///< all but these
    QStringList methods;
};
/// Those that HAProxy's conditions have a name for.
[[nodiscard]] const QStringList& haproxyMethods();
/// `if METH_POST`, `unless METH_GET || METH_HEAD`, `if !METH_GET`; absent: another condition. words: all of
/// it, beginning with `if` or `unless`. section: where its acls are defined.
[[nodiscard]] std::optional<MethodCondition> methodConditionFrom(const QStringList& words,
                                                                 const HaproxySection& section);

} // namespace retryscope::io
