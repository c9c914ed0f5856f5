// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/yaml_setting.h"

#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <sstream>

namespace retryscope::io {

namespace {

/// A file that is refused although it is YAML.
struct Refused
{
    int line;
    QString message;
};

/// Builds settings of what the parser meets, and stops it as soon as a bound is passed: yaml-cpp's own nodes
/// would have been made by then.
class SettingBuilder : public YAML::EventHandler
{
public:
    std::vector<Setting> documents;

    void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
    void OnDocumentEnd() override { m_anchors.clear(); }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(leaf(mark), anchor); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto found = m_anchors.find(anchor);
        if (found == m_anchors.end()) {
            add(leaf(mark), 0);
            return;
        }
        count(mark, sizeOf(found->second));
        add(found->second, 0);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override
    {
        Setting setting = leaf(mark);
        setting.kind = Setting::Kind::Text;
        setting.text = toQString(value);
        setting.isQuoted = tag == "!"; // what yaml-cpp says of quotes
        add(std::move(setting), anchor);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override
    {
        open(mark, Setting::Kind::List, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override
    {
        open(mark, Setting::Kind::Group, anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Level
    {
        Setting setting;
        YAML::anchor_t anchor = 0;
        bool hasName = false; ///< of a group: the next value is this member's
        QString name;
        int nameLine = 1;
        std::vector<Setting::Member> merged; ///< after its own, which are found first
    };

    static int lineOf(const YAML::Mark& mark) { return mark.line + 1; }

    static int sizeOf(const Setting& setting)
    {
        int size = 1;
        for (const Setting& item : setting.items) {
            size += sizeOf(item);
        }
        for (const Setting::Member& member : setting.members) {
            size += 1 + sizeOf(member.value);
        }
        return size;
    }

    void count(const YAML::Mark& mark, int more)
    {
        m_count += more;
        if (m_count > kMostSettings) {
            throw Refused{lineOf(mark), QStringLiteral("more than %1 values, including those from aliases; "
                                                       "give only the part with the retry settings")
                                            .arg(kMostSettings)};
        }
    }

    Setting leaf(const YAML::Mark& mark)
    {
        count(mark, 1);
        Setting setting;
        setting.line = lineOf(mark);
        return setting;
    }

    void open(const YAML::Mark& mark, Setting::Kind kind, YAML::anchor_t anchor)
    {
        if (m_levels.size() >= static_cast<std::size_t>(kDeepestSetting)) {
            throw Refused{
                lineOf(mark),
                QStringLiteral("nested deeper than %1 levels; give only the part with the retry settings")
                    .arg(kDeepestSetting)};
        }
        Setting setting = leaf(mark);
        setting.kind = kind;
        m_levels.push_back(
            {.setting = std::move(setting), .anchor = anchor, .hasName = false, .name = {}, .merged = {}});
    }

    void close()
    {
        Level level = std::move(m_levels.back());
        m_levels.pop_back();
        for (Setting::Member& member : level.merged) {
            level.setting.members.push_back(std::move(member));
        }
        add(std::move(level.setting), level.anchor);
    }

    void add(Setting setting, YAML::anchor_t anchor)
    {
        if (anchor != 0) {
            // The copy is paid for, so that anchors around anchors cannot multiply either.
            m_count += sizeOf(setting);
            m_anchors[anchor] = setting;
        }
        if (m_levels.empty()) {
            documents.push_back(std::move(setting));
            return;
        }
        Level& level = m_levels.back();
        if (level.setting.kind == Setting::Kind::List) {
            level.setting.items.push_back(std::move(setting));
        } else if (!level.hasName) {
            level.hasName = true;
            level.name = setting.text; // of a key that is no text: empty, and never looked for
            level.nameLine = setting.line;
        } else {
            level.hasName = false;
            addMember(level, std::move(setting));
        }
    }

    /// `<<: *base` lays the base under what the group says itself.
    static void addMember(Level& level, Setting setting)
    {
        std::vector<Setting::Member>& members = level.setting.members;
        if (level.name == u"<<" && setting.kind == Setting::Kind::Group) {
            for (Setting::Member& member : setting.members) {
                level.merged.push_back(std::move(member));
            }
        } else {
            members.push_back({.name = level.name, .line = level.nameLine, .value = std::move(setting)});
        }
    }

    std::vector<Level> m_levels;
    std::map<YAML::anchor_t, Setting> m_anchors;
    int m_count = 0;
};

} // namespace

Result<std::vector<Setting>> settingsFromYaml(const QByteArray& text, const QString& place)
{
    if (text.size() > kMostConfigurationBytes) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("longer than 1 MiB; give only the part with the retry settings"), place};
    }
    SettingBuilder builder;
    try {
        std::istringstream stream(text.toStdString());
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Refused& refused) {
        return badLine(place, refused.line, refused.message);
    } catch (const YAML::Exception& problem) {
        const bool isTemplate = text.contains("{{");
        return badLine(place, problem.mark.is_null() ? 1 : problem.mark.line + 1,
                       QStringLiteral("invalid YAML: %1%2")
                           .arg(boundedLine(problem.msg),
                                isTemplate
                                    ? QStringLiteral("; the text is a template: give what it becomes, for "
                                                     "example the output of helm template")
                                    : QString()));
    }
    return std::move(builder.documents);
}

} // namespace retryscope::io
