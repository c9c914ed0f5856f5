// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/known_settings.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/setting.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope::io {

template <typename Fields>
void describe(Fields& fields, KnownSetting& value)
{
    fields.required("names", value.names);
    fields.filled("names", value.names);
    fields.field("text", value.text);
    fields.required("source", value.source);
    fields.field("runOption", value.runOption);
    fields.field("why", value.why);
    fields.field("means", value.means);
    fields.field("unimportant", value.unimportant);
    fields.field("outside", value.outside);
    fields.field("decides", value.decides);
    fields.field("adds", value.adds);
    fields.filled("within", value.within);
    fields.filled("outOf", value.outOf);
    fields.field("belongs", value.belongs);
    fields.field("since", value.since);
    fields.field("until", value.until);
    fields.field("example", value.example);
}

template <typename Fields>
void describe(Fields& fields, KnownForm& value)
{
    fields.required("form", value.form);
    fields.required("is", value.is);
    fields.required("reads", value.reads);
    fields.required("passesOver", value.passesOver);
    fields.required("refuses", value.refuses);
}

template <typename Fields>
void describe(Fields& fields, KnownSettings& value)
{
    fields.constant("format", "retryscope.import/1", QStringLiteral("\"retryscope.import/1\""));
    fields.required("kind", value.kind);
    fields.required("source", value.source);
    fields.field("unknown", value.unknown);
    fields.field("also", value.also);
    fields.field("blocks", value.blocks);
    fields.field("clients", value.clients);
    fields.field("forms", value.forms);
    fields.required("settings", value.settings);
    fields.filled("settings", value.settings);
}

namespace {

/// One letter is missing, too many or another one.
bool isOneLetterOff(QStringView a, QStringView b)
{
    const QStringView shorter = a.size() <= b.size() ? a : b;
    const QStringView longer = a.size() <= b.size() ? b : a;
    if (longer.size() - shorter.size() > 1 || a == b) {
        return false;
    }
    const auto apart = std::ranges::mismatch(shorter, longer);
    const qsizetype same = apart.in1 - shorter.begin();
    const qsizetype skip = longer.size() == shorter.size() ? 1 : 0;
    return shorter.sliced(std::min(same + skip, shorter.size())) == longer.sliced(same + 1);
}

} // namespace

QString KnownSetting::whyNotImported() const
{
    if (!runOption.empty()) {
        return noTimeoutText(toQString(runOption));
    }
    return why.empty() ? QStringLiteral("Retryscope does not import this setting") : toQString(why);
}

QString KnownSetting::releasesOf(const QString& client) const
{
    QStringList releases;
    if (!since.empty()) {
        releases += QStringLiteral("since %1 %2").arg(client, toQString(since));
    }
    if (!until.empty()) {
        releases += QStringLiteral("gone in %1 %2").arg(client, toQString(until));
    }
    return releases.join(QStringLiteral(", "));
}

const KnownSetting* KnownSettings::find(const QStringList& names, const QString& value, QString* found) const
{
    for (const QString& name : names) {
        for (const std::size_t at : index.value(name)) {
            const KnownSetting& setting = settings[at];
            if (setting.text.empty() || setting.textMatch.match(value).hasMatch()) {
                if (found != nullptr) {
                    *found = name;
                }
                return &setting;
            }
        }
    }
    return nullptr;
}

QString KnownSettings::meantBy(const QString& name) const
{
    constexpr qsizetype kShortest = 5; // of fewer letters many words are alike
    constexpr qsizetype kLongest = 60;
    if (name.size() < kShortest || name.size() > kLongest) {
        return {};
    }
    const auto didYouMean = [](const QString& known) {
        return QStringLiteral("; did you mean %1?").arg(known);
    };
    const QString plain = plainName(name);
    // `*_x` is x of the module that the name begins with.
    const qsizetype module = name.indexOf(u'_');
    const QString ofModule = module > 0 ? u'*' + plainName(name.mid(module)) : QString();
    for (const auto& [key, written] : spellings) {
        const bool isOfModule = key.startsWith(u'*');
        if (isOneLetterOff(isOfModule ? ofModule : plain, key)) {
            return didYouMean(isOfModule ? name.first(module) + written.mid(1) : written);
        }
        const qsizetype dot = key.lastIndexOf(u'.'); // `a.b` is b in a, or a name with a dot
        if (dot >= 0 && isOneLetterOff(plain, QStringView(key).sliced(dot + 1))) {
            return didYouMean(written.section(u'.', -1));
        }
    }
    return {};
}

const KnownSetting* KnownSettings::findExactly(const QString& name) const
{
    const KnownSetting* known = find({plainName(name)}, {});
    const bool isExact =
        known != nullptr && std::ranges::find(known->names, fromQString(name)) != known->names.end();
    return isExact ? known : nullptr;
}

const KnownForm* KnownSettings::form(std::string_view name) const
{
    const auto found = std::ranges::find(forms, name, &KnownForm::form);
    return found == forms.end() ? nullptr : &*found;
}

std::optional<bool> KnownSettings::readsAllOf(const QString& block) const
{
    const auto found = blocks.find(fromQString(plainName(block)));
    return found == blocks.end() ? std::nullopt : std::optional(found->second);
}

bool soundsLikeRetries(const QString& name)
{
    static constexpr std::array kParts{"retr",    "attempt", "upstream",  "buffer",
                                       "timeout", "replay",  "redispatch"};
    return std::ranges::any_of(kParts, [&name](const char* part) {
        return name.contains(QLatin1String(part), Qt::CaseInsensitive);
    });
}

namespace {

void makeIndex(KnownSettings& known)
{
    known.index.clear();
    known.spellings.clear();
    for (std::size_t i = 0; i < known.settings.size(); ++i) {
        for (const std::string& name : known.settings[i].names) {
            const QString written = toQString(name);
            known.spellings.emplace_back(plainName(written), written);
            known.index[known.spellings.back().first].append(i);
        }
    }
}

/// The files, those of a kind whose texts hold settings of another one with these after their own.
std::vector<KnownSettings> allKnownSettings()
{
    const std::vector<KnownSettings> files = readBuiltIn(QStringLiteral("imports"), knownSettingsFromJson);
    std::vector<KnownSettings> all = files;
    for (KnownSettings& known : all) {
        const auto other = std::ranges::find_if(
            files, [&known](const KnownSettings& file) { return known.also == file.kind; });
        if (other != files.end()) {
            known.settings.insert(known.settings.end(), other->settings.begin(), other->settings.end());
            known.blocks.insert(other->blocks.begin(), other->blocks.end());
            makeIndex(known);
        }
    }
    return all;
}

} // namespace

Result<KnownSettings> knownSettingsFromJson(const QByteArray& json, const QString& place)
{
    Result<KnownSettings> read = readDocument(json, place, [](const JsonCursor& document) {
        KnownSettings settings;
        readEdited(document, settings);
        return settings;
    });
    if (!read) {
        return read;
    }
    KnownSettings known = std::move(read).value();
    std::map<std::string, bool> blocks;
    for (const auto& [block, isWhole] : known.blocks) {
        blocks[fromQString(plainName(toQString(block)))] = isWhole;
    }
    known.blocks = std::move(blocks);
    known.own = known.settings.size();
    for (KnownSetting& setting : known.settings) {
        setting.textMatch.setPattern(toQString(setting.text));
        if (!setting.textMatch.isValid()) {
            return Error{.kind = Error::Kind::BadInput,
                         .message = QStringLiteral("\"text\" must be a regular expression: ") +
                                    setting.textMatch.errorString(),
                         .place = place};
        }
    }
    makeIndex(known);
    return known;
}

const KnownSettings& knownSettings(ConfigurationKind kind)
{
    static const std::vector<KnownSettings> all = allKnownSettings();
    static const KnownSettings none;
    const auto found = std::ranges::find(all, kind, &KnownSettings::kind);
    return found == all.end() ? none : *found;
}

} // namespace retryscope::io
