// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/directive.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/setting.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace retryscope::io {

/// Most settings that an import lists beside those that its reader reports; it counts the others.
inline constexpr std::size_t kMostReported = 2000;

/// A setting where it stands in the text.
struct PlacedSetting
{
    const void* key =
        nullptr; ///< what the reader gives to PolicyDraft::take(); nullptr: it does not look there
    int line = 1;
    QStringList names; ///< plain; the most exact one first
    QString name;      ///< as it is written, without its value
    QString text;      ///< as it is written
    QString block;     ///< that it stands in, for people: `backend app`; empty: none that the import reads
    bool isAllRetries = false; ///< every unknown setting of this block is about retries
    int rank = 0;              ///< of two settings of one name the higher decides
    QString elsewhere;         ///< why it does not hold for the imported part; empty: it does
    QString misplaced;         ///< why the client passes over it where it stands; empty: it does not
};

/// Says of each setting of the text that the reader has not reported what it is: not imported, with its
/// effect; without effect on retries, with the reason; or unknown. Counts the others.
void reportRest(PolicyDraft& draft, const std::vector<PlacedSetting>& placed);

/// A directive, and those of its arguments that are settings of their own (`server … backup`).
void place(std::vector<PlacedSetting>& placed, const Directive& directive, PlacedSetting where);

/// What the tree of one text is to the imported part.
struct TreeParts
{
    std::vector<const Setting*> own;               ///< the groups that the part stands in
    QHash<const Setting*, QString> elsewhere = {}; ///< groups of other parts, and why they do not hold here
    QString root = {};                ///< what the root would be called if it stood in another group
    bool isFragment = false;          ///< nobody knows what stands around the root
    QSet<const Setting*> blocks = {}; ///< groups whose settings are all about retries, whatever their names
};
/// All members of the tree. where: of those of the root. Items that stand beside a group of the part in its
/// lists are of other parts.
void place(std::vector<PlacedSetting>& placed, const Setting& root, ConfigurationKind kind,
           const TreeParts& parts, const PlacedSetting& where = {});

/// The same for all members of these documents.
void reportRest(PolicyDraft& draft, const std::vector<Setting>& documents, const TreeParts& parts);

/// Settings in the program around those that were read, which stand in the ranges (from, to).
void place(std::vector<PlacedSetting>& placed, const std::vector<LiteralReader::Word>& words,
           ConfigurationKind kind, const std::vector<std::pair<qsizetype, qsizetype>>& without);

} // namespace retryscope::io
