// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/recipe.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace retryscope {

namespace {

/// What stands before the first mark, and the text goes on behind it. All of it when there is no mark.
std::string_view takeUntil(std::string_view& text, std::string_view mark)
{
    const std::size_t end = text.find(mark);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + mark.size());
    return taken;
}

bool isWord(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    });
}

class Follower
{
public:
    Follower(const Recipes& recipes, const ClientWishes& wishes)
        : m_recipes(recipes), m_values(valuesOf(wishes))
    {
    }

    void follow(std::string_view name)
    {
        const auto recipe = m_recipes.find(name);
        if (recipe == m_recipes.end()) {
            complain("there is no recipe \"" + std::string(name) + '"');
            return;
        }
        if (std::find(m_names.begin(), m_names.end(), name) != m_names.end()) {
            complain("the recipe includes itself");
            return;
        }
        const int usedIn = std::exchange(m_line, 0);
        const std::vector<Condition> around = std::exchange(m_conditions, {});
        m_names.emplace_back(name);
        m_part = Part::None;
        std::string_view text = recipe->second;
        while (!text.empty()) {
            ++m_line;
            readLine(takeUntil(text, "\n"));
        }
        if (!m_conditions.empty()) {
            complain("a %if has no %end");
        }
        m_names.pop_back();
        m_conditions = around;
        m_line = usedIn;
        m_part = Part::None;
    }

    FollowedRecipe result() &&
    {
        for (CodeSnippet& snippet : m_result.code.snippets) {
            while (snippet.text.ends_with("\n\n")) {
                snippet.text.pop_back();
            }
        }
        const bool hasCode = !m_result.code.snippets.empty();
        m_result.code.way = m_way.value_or(hasCode ? CodeWay::Setting : CodeWay::None);
        return std::move(m_result);
    }

private:
    enum class Part { None, Code, Note };

    struct Condition
    {
        bool wasFollowed = false; ///< what is around it
        bool holds = false;
        Part around = Part::None;
        std::size_t snippets = 0; ///< before it
        bool hasElse = false;
        std::set<std::string> asked; ///< values because of which it holds
        std::size_t code = 0;        ///< how much of it there was before
    };

    void complain(const std::string& problem)
    {
        const std::string place =
            m_names.empty() ? std::string() : m_names.back() + ", line " + std::to_string(m_line) + ": ";
        m_result.problems.push_back(place + problem);
    }

    [[nodiscard]] bool isFollowed() const
    {
        return m_conditions.empty() || (m_conditions.back().wasFollowed && m_conditions.back().holds);
    }

    void readLine(std::string_view line)
    {
        if (line.starts_with('%')) {
            instruction(line.substr(1));
        } else if (m_part == Part::Code) {
            addCode(line);
        } else if (!line.empty() && m_part == Part::Note) {
            addToNote(line);
        } else if (!line.empty()) {
            complain("this text is neither code nor a note");
        }
    }

    void instruction(std::string_view line)
    {
        const std::string_view word = takeUntil(line, " ");
        if (word == "#" || word == "client") {
            return;
        }
        if (m_part == Part::Note) {
            m_part = Part::None;
        }
        if (word == "code") {
            beginCode(line);
        } else if (word == "note") {
            m_part = Part::Note;
            if (isFollowed()) {
                m_result.code.notes.emplace_back();
            }
        } else if (word == "if") {
            m_asked.clear();
            m_conditions.push_back({.wasFollowed = isFollowed(),
                                    .holds = holds(line),
                                    .around = m_part,
                                    .snippets = m_result.code.snippets.size(),
                                    .asked = m_asked,
                                    .code = codeSize()});
        } else if (word == "else" || word == "end") {
            leave(word == "else");
        } else if (word == "let") {
            let(line);
        } else if (word == "each") {
            addEach(line);
        } else if (word == "use") {
            use(line);
        } else if (word == "way") {
            way(line);
        } else {
            complain("unknown instruction %" + std::string(word));
        }
    }

    void beginCode(std::string_view title)
    {
        m_part = Part::Code;
        if (title.empty()) {
            complain("the code has no title");
        }
        if (isFollowed()) {
            m_result.code.snippets.push_back({filledIn(title), {}});
        }
    }

    void leave(bool forElse)
    {
        if (m_conditions.empty() || (forElse && m_conditions.back().hasElse)) {
            complain("there is no %if before this");
            return;
        }
        Condition& condition = m_conditions.back();
        if (isFollowed() && codeSize() > condition.code) {
            // The code follows these, though it may not hold the values themselves.
            m_result.written.insert(condition.asked.begin(), condition.asked.end());
        }
        condition.asked.clear();
        m_part = m_result.code.snippets.size() == condition.snippets ? condition.around : Part::None;
        if (forElse) {
            condition.holds = !condition.holds;
            condition.hasElse = true;
        } else {
            m_conditions.pop_back();
        }
    }

    void let(std::string_view line)
    {
        const std::string name(takeUntil(line, " "));
        if (!isWord(name)) {
            complain("\"" + name + "\" cannot be the name of a value");
            return;
        }
        const std::string text = filledIn(line);
        if (isFollowed()) {
            m_values[name] = {text};
            noteWritten(line);
        } else {
            m_values.try_emplace(name); // known from here on, whatever happens
        }
    }

    void addEach(std::string_view line)
    {
        const std::string_view name = takeUntil(line, " ");
        const std::vector<std::string>* found = valueOf(name);
        if (isFollowed() && m_part == Part::Code) {
            m_result.written.emplace(name);
        }
        const std::vector<std::string> entries = found == nullptr ? std::vector<std::string>{} : *found;
        m_values["each"] = {};
        if (entries.empty()) {
            filledIn(line); // for what is wrong with it
        }
        for (const std::string& entry : entries) {
            m_values["each"] = {entry};
            addCode(line);
        }
        m_values.erase("each");
    }

    void use(std::string_view name)
    {
        if (isFollowed()) {
            follow(name);
        } else if (!m_recipes.contains(name)) {
            complain("there is no recipe \"" + std::string(name) + '"');
        }
    }

    void way(std::string_view word)
    {
        const std::optional<CodeWay> known = fromWord<CodeWay>(word);
        if (!known) {
            complain("there is no way \"" + std::string(word) + '"');
        } else if (isFollowed()) {
            m_way = known;
        }
    }

    void addCode(std::string_view line)
    {
        const bool goesOn = line.ends_with('\\');
        line.remove_suffix(goesOn ? 1 : 0);
        const std::string text = filledIn(line) + (goesOn ? "" : "\n");
        if (m_part != Part::Code) {
            complain("code is not allowed here");
        } else if (isFollowed()) {
            m_result.code.snippets.back().text += text;
            noteWritten(line);
        }
    }

    [[nodiscard]] std::size_t codeSize() const
    {
        std::size_t size = 0;
        for (const CodeSnippet& snippet : m_result.code.snippets) {
            size += snippet.text.size();
        }
        return size;
    }

    /// Which values the text of a line follows.
    void noteWritten(std::string_view line)
    {
        for (std::size_t open = line.find('{'); open != std::string_view::npos; open = line.find('{')) {
            line.remove_prefix(open + 1);
            const std::string_view name = line.substr(0, line.find('}'));
            if (m_values.contains(name)) {
                m_result.written.emplace(name);
            }
        }
    }

    void addToNote(std::string_view line)
    {
        const std::string text = filledIn(line);
        if (isFollowed()) {
            std::string& note = m_result.code.notes.back();
            note += (note.empty() ? "" : " ") + text;
        }
    }

    [[nodiscard]] const std::vector<std::string>* valueOf(std::string_view name)
    {
        const auto found = m_values.find(name);
        if (found == m_values.end()) {
            complain("there is no value \"" + std::string(name) + '"');
            return nullptr;
        }
        return &found->second;
    }

    /// The text with every `{name}` filled in; what is filled in is not looked at again.
    std::string filledIn(std::string_view text)
    {
        std::string result;
        for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
            result += text.substr(0, open);
            text.remove_prefix(open);
            const std::size_t close = text.find('}');
            const std::string_view name =
                close == std::string_view::npos ? std::string_view() : text.substr(1, close - 1);
            if (!isWord(name)) {
                result += '{';
                text.remove_prefix(1);
                continue;
            }
            const std::vector<std::string>* value = valueOf(name);
            result += value == nullptr ? std::string(text.substr(0, close + 1)) : joined(*value);
            text.remove_prefix(close + 1);
        }
        return result.append(text);
    }

    /// All of it is read, so that a name that does not exist is found wherever it stands.
    bool holds(std::string_view condition)
    {
        bool any = false;
        do {
            std::string_view alternative = takeUntil(condition, " or ");
            bool all = true;
            do {
                std::string_view word = takeUntil(alternative, " and ");
                const bool isTurnedAround = word.starts_with("not ");
                word.remove_prefix(isTurnedAround ? 4 : 0);
                const bool isSo = isTrue(word) != isTurnedAround;
                if (isSo && isTurnedAround && isWord(word)) {
                    m_asked.emplace(word); // the code follows that there is none
                }
                all = all && isSo;
            } while (!alternative.empty());
            any = any || all;
        } while (!condition.empty());
        return any;
    }

    bool isTrue(std::string_view word)
    {
        const std::size_t sign = word.find_first_of("=:");
        const bool compares = sign != std::string_view::npos && word[sign] == '=';
        const bool contains = sign != std::string_view::npos && word[sign] == ':';
        const std::string_view name = takeUntil(word, contains ? ":" : "=");
        const std::vector<std::string>* value = valueOf(name);
        if (value == nullptr) {
            return false;
        }
        const bool isSo = contains   ? std::find(value->begin(), value->end(), word) != value->end()
                          : compares ? joined(*value) == word
                                     : !value->empty();
        if (isSo) {
            m_asked.emplace(name);
        }
        return isSo;
    }

    const Recipes& m_recipes;
    RecipeValues m_values;
    FollowedRecipe m_result;
    std::optional<CodeWay> m_way;     ///< the last one that was said
    std::vector<std::string> m_names; ///< of the recipes that are being followed, the inmost last
    std::vector<Condition> m_conditions;
    std::set<std::string> m_asked; ///< values for which the condition that is read holds
    Part m_part = Part::None;
    int m_line = 0;
};

} // namespace

FollowedRecipe followRecipe(const Recipes& recipes, std::string_view name, const ClientWishes& wishes)
{
    Follower follower(recipes, wishes);
    follower.follow(name);
    return std::move(follower).result();
}

std::string recipeForFamily(const Recipes& recipes, std::string_view family)
{
    std::string best;
    std::optional<std::size_t> bestSize;
    for (const auto& [name, recipe] : recipes) {
        for (std::string_view text = recipe; !text.empty();) {
            std::string_view line = takeUntil(text, "\n");
            if (takeUntil(line, " ") == "%client" && family.starts_with(line) &&
                (!bestSize || line.size() > *bestSize)) {
                best = name;
                bestSize = line.size();
            }
        }
    }
    return best;
}

} // namespace retryscope
