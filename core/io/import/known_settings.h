// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/import.h"
#include "core/io/text/result.h"

#include <QByteArray>
#include <QHash>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope::io {

/// A setting that changes retries, or looks as if it did.
struct KnownSetting
{
    std::vector<std::string>
        names;        ///< `timeout server`, `retry_back_off.base_interval`; several of one meaning
    std::string text; ///< a regular expression of which its value has a match; empty: any value
    QRegularExpression textMatch = {}; ///< made from it
    std::string source;
    std::string runOption;   ///< the option of `run` that does the same; empty: none
    std::string why;         ///< why it is not in the policy, where that needs words of its own
    std::string means;       ///< its effect on retries, as a sentence; empty for what is unimportant
    std::string unimportant; ///< why it does not change retries; empty: it does
    bool outside = false;    ///< stands in the program around the settings, not among them
    /// Code that decides about a retry: `instead` of the other settings, `responses`: instead of them where
    /// there is a response, or `too` after them. Empty: it does not.
    std::string decides;
    bool adds = false; ///< where it stands twice, both hold
    std::vector<std::string>
        within; ///< groups, by plain name, in one of which the client reads it; empty: any
    std::vector<std::string> outOf; ///< groups in which it does not
    std::string belongs;            ///< where it belongs, for people, where one of these is given
    std::string since;              ///< the release of the client that brought it; empty: any that is known
    std::string until;              ///< the release that no longer reads it; empty: none
    std::string example;            ///< as it stands in a configuration, for the tests

    [[nodiscard]] QString whyNotImported() const;
    /// `since urllib3 2.0`; empty: nothing is known.
    [[nodiscard]] QString releasesOf(const QString& client) const;
};

/// A way to write a setting that clients of one configuration file read differently.
struct KnownForm
{
    std::string form;
    std::string is; ///< as a clause: `it is indented`
    std::vector<std::string> reads;
    std::vector<std::string> passesOver; ///< as if the line were not there
    std::vector<std::string> refuses;    ///< the whole file or the value, and make no client
};

/// What Retryscope knows of one kind of configuration: a file of `resources/imports`.
struct KnownSettings
{
    ConfigurationKind kind = ConfigurationKind::Envoy;
    std::string source;
    std::string unknown =
        "Its effect on retries is unknown."; ///< what becomes of an unknown setting, a sentence
    std::optional<ConfigurationKind> also;   ///< whose settings can stand in such a text, too
    /// The groups of a tree that an import reads, by plain name. In those that are true every unknown setting
    /// is about retries; in the others its name decides. Languages with sections know theirs by themselves.
    std::map<std::string, bool> blocks;
    std::vector<std::string> clients; ///< of the file, those whose reading is unknown, too
    std::vector<KnownForm> forms;
    std::vector<KnownSetting> settings;

    /// nullptr: no such form.
    [[nodiscard]] const KnownForm* form(std::string_view name) const;
    /// The first entry for one of these names whose text is in `value`, and the name; nullptr: none. names:
    /// plain, see plainName().
    [[nodiscard]] const KnownSetting* find(const QStringList& names, const QString& value,
                                           QString* found = nullptr) const;
    /// `; did you mean backoff_factor?`: the known setting that differs from this name in one letter; empty:
    /// none.
    [[nodiscard]] QString meantBy(const QString& name) const;
    /// Whether all unknown settings of this block are about retries; absent: the import does not read it.
    [[nodiscard]] std::optional<bool> readsAllOf(const QString& block) const;

    /// The first entry that has this name letter by letter, as Python compares: `retry.total`; nullptr: none.
    [[nodiscard]] const KnownSetting* findExactly(const QString& name) const;

    std::size_t own = 0; ///< how many of the settings, from the first one, are its own
    QHash<QString, QList<std::size_t>> index = {};           ///< of settings, by plain name
    std::vector<std::pair<QString, QString>> spellings = {}; ///< of each name: plain, and as in the file
};

/// A name that is about retries or what limits them: contains `retr`, `attempt`, `upstream`, `buffer`,
/// `timeout`, `replay` or `redispatch`.
[[nodiscard]] bool soundsLikeRetries(const QString& name);

[[nodiscard]] Result<KnownSettings> knownSettingsFromJson(const QByteArray& json, const QString& place);
/// The built-in ones.
[[nodiscard]] const KnownSettings& knownSettings(ConfigurationKind kind);

} // namespace retryscope::io
