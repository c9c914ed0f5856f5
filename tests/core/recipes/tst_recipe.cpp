// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/recipe.h"

#include "core/io/files/recipe_files.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

/// One combination of wishes for each number.
constexpr int kCombinations = 3 << 8;

ClientWishes wishesOf(int number)
{
    constexpr std::array<const char*, 3> kModes{"legacy", "standard", "adaptive"};
    const auto has = [number](int bit) {
        return ((number >> bit) & 1) != 0;
    };
    ClientWishes wishes{.mode = kModes.at(static_cast<std::size_t>(number >> 8)), .wants2026 = has(0)};
    if (has(1)) {
        wishes.base = std::chrono::milliseconds(250);
    }
    if (has(2)) {
        wishes.cap = std::chrono::seconds(5);
    }
    wishes.names = has(3) ? std::vector<std::string>{"A", "B"} : std::vector<std::string>{};
    wishes.statuses = has(4) ? std::vector<int>{429, 509} : std::vector<int>{};
    wishes.noNames = has(5) ? std::vector<std::string>{"C"} : std::vector<std::string>{};
    wishes.noStatuses = has(6) ? std::vector<int>{503} : std::vector<int>{};
    wishes.mapsFaults = has(7);
    wishes.anyMethod = has(5);
    wishes.methods = has(6) ? std::vector<std::string>{"GET"} : std::vector<std::string>{};
    wishes.retriesElse = has(3);
    if (has(1)) {
        wishes.policy.backoff.type = has(2) ? BackoffType::Exponential : BackoffType::Linear;
        wishes.policy.backoff.jitter = has(4) ? Jitter::Around : Jitter::Above;
        wishes.policy.backoff.cap = wishes.cap;
    }
    if (has(7)) {
        wishes.policy.quota.emplace();
        wishes.policy.attempts.maxElapsed = std::chrono::seconds(10);
        wishes.policy.hints.push_back({.header = "retry-after", .ignoreAbove = std::chrono::seconds(20)});
        wishes.policy.rules.push_back({.id = "a", .when = {.headerIn = {"x"}}, .kind = ErrorKind::Transient});
        wishes.policy.rules.push_back(
            {.id = "b", .when = {.statusIn = {{503, 503}}}, .kind = ErrorKind::Transient, .atMost = 2});
    }
    return wishes;
}

/// Of a recipe `r`, next to a recipe `other`.
FollowedRecipe followed(const char* recipe, const ClientWishes& wishes = {})
{
    return followRecipe({{"r", recipe}, {"other", "%note\nFrom elsewhere.\n"}}, "r", wishes);
}

QString textOf(const FollowedRecipe& followed)
{
    std::string text;
    for (const CodeSnippet& snippet : followed.code.snippets) {
        text += "[" + snippet.title + "]" + snippet.text;
    }
    for (const std::string& note : followed.code.notes) {
        text += "!" + note;
    }
    for (const std::string& problem : followed.problems) {
        text += "?" + problem;
    }
    return QString::fromStdString(text);
}

} // namespace

class TstRecipe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBuiltInRecipeIsWhole()
    {
        QVERIFY(io::clientRecipes().size() > 10);
        for (const auto& [name, recipe] : io::clientRecipes()) {
            for (int number = 0; number < kCombinations; ++number) {
                const FollowedRecipe done = followRecipe(io::clientRecipes(), name, wishesOf(number));
                QVERIFY2(done.problems.empty(), done.problems.empty() ? "" : done.problems.front().c_str());
                for (const CodeSnippet& snippet : done.code.snippets) {
                    QVERIFY2(!snippet.title.empty() && snippet.text.size() > 1, name.c_str());
                    QVERIFY2(snippet.text.ends_with('\n') && !snippet.text.ends_with("\n\n"), name.c_str());
                }
            }
        }
    }

    void everyBuiltInRecipeIsForSomebody()
    {
        for (const auto& [name, recipe] : io::clientRecipes()) {
            const bool isUsed = std::any_of(io::clientRecipes().begin(), io::clientRecipes().end(),
                                            [&name = name](const auto& other) {
                                                return other.second.find("%use " + name) != std::string::npos;
                                            });
            QVERIFY2(recipe.find("\n%client") != std::string::npos || isUsed || name == "document",
                     name.c_str());
        }
    }

    void says_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* recipe, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(recipe) << QString::fromUtf8(expected);
        };
        row("code", "%code T\na\n\nb\n", "[T]a\n\nb\n");
        row("empty lines at the end of code", "%code T\na\n\n\n%note\nn\n", "[T]a\n!n");
        row("lines of a note", "%note\na\nb\n%note\nc\n", "!a b!c");
        row("a comment", "%# c\n%code T\n%# d\na\n", "[T]a\n");
        row("a value", "%code T\n{attempts} of {names}, {{statuses}}\n", "[T]4 of \"A\", \"B\", {429}\n");
        row("braces of the code", "%code T\n{} { x } {a b} {\n", "[T]{} { x } {a b} {\n");
        row("a line that goes on", "%code T\na\\\n%if names\n b\\\n%end\n c\n", "[T]a b c\n");
        row("if", "%code T\n%if names\na\n%else\nb\n%end\n%if base\nc\n%else\nd\n%end\n", "[T]a\nd\n");
        row("not", "%code T\n%if not names\na\n%end\n%if not base\nb\n%end\n", "[T]b\n");
        row("and, or",
            "%code T\n%if names and base or statuses\na\n%end\n%if base or cap and names\nb\n%end\n",
            "[T]a\n");
        row("a comparison", "%code T\n%if mode=standard\na\n%end\n%if not mode=legacy\nb\n%end\n",
            "[T]a\nb\n");
        row("an entry of a list", "%code T\n%if statuses:429\na\n%end\n%if not statuses:42\nb\n%end\n",
            "[T]a\nb\n");
        row("one condition in another", "%code T\n%if base\n%if names\na\n%else\nb\n%end\n%else\nc\n%end\n",
            "[T]c\n");
        row("a note among code", "%code T\na\n%if names\n%note\nn\n%end\nb\n", "[T]a\nb\n!n");
        row("let", "%let x 1\n%if names\n%let x {x}2\n%end\n%if base\n%let x 3\n%end\n%code T\n{x}\n",
            "[T]12\n");
        row("each", "%code T\n%each statuses  is {each};\n%each noNames {each}\n", "[T] is 429;\n");
        row("another recipe", "%use other\n%code T\na\n", "[T]a\n!From elsewhere.");
        row("an unknown value", "%code T\n\n{nmes}\n", "[T]\n{nmes}\n?r, line 3: there is no value \"nmes\"");
        row("an unknown value that is skipped", "%code T\n%if base\n{nmes}\n%end\n",
            "[T]?r, line 3: there is no value \"nmes\"");
        row("an unknown value in a condition", "%if names or nmes\n%end\n",
            "?r, line 1: there is no value \"nmes\"");
        row("an unknown recipe", "%use nobody\n", "?r, line 1: there is no recipe \"nobody\"");
        row("an unknown recipe that is skipped", "%if base\n%use nobody\n%end\n",
            "?r, line 2: there is no recipe \"nobody\"");
        row("itself", "%use r\n", "?r, line 1: the recipe includes itself");
        row("an unknown instruction", "%fi names\n", "?r, line 1: unknown instruction %fi");
        row("no end", "%if names\n", "?r, line 1: a %if has no %end");
        row("no beginning", "%end\n", "?r, line 1: there is no %if before this");
        row("else twice", "%if names\n%else\n%else\n%end\n", "?r, line 3: there is no %if before this");
        row("text outside", "a\n", "?r, line 1: this text is neither code nor a note");
        row("each outside", "%each names a\n",
            "?r, line 1: code is not allowed here?r, line 1: code is not allowed here");
        row("each of nothing", "%code T\n%each noNames {x}\n", "[T]?r, line 2: there is no value \"x\"");
        row("text after a note", "%code T\n%note\nn\n%if names\nb\n%end\n",
            "[T]!n?r, line 5: this text is neither code nor a note");
        row("code without a title", "%code\na\n", "[]a\n?r, line 1: the code has no title");
        row("no name", "%let 1 a\n", "?r, line 1: \"1\" cannot be the name of a value");
    }
    void says()
    {
        QFETCH(const QString, recipe);
        QFETCH(const QString, expected);
        ClientWishes wishes{.mode = "standard", .attempts = 4, .names = {"A", "B"}, .statuses = {429}};
        QCOMPARE(textOf(followed(qPrintable(recipe), wishes)), expected);
    }

    void aMissingRecipeIsAProblem()
    {
        QCOMPARE(followRecipe({}, "r", {}).problems, std::vector<std::string>{"there is no recipe \"r\""});
    }

    /// Names come from files and from servers.
    void whatIsFilledInIsNotFilledInAgain()
    {
        ClientWishes wishes{.names = {"{attempts}", "a\\"}};
        QCOMPARE(textOf(followed("%code T\n{names}\n", wishes)),
                 QStringLiteral("[T]\"{attempts}\", \"a\\\\\"\n"));
    }

    void theLongestPrefixWins()
    {
        const Recipes recipes{
            {"a", "%client go\n"}, {"b", "%# x\n%client go-v2\n%client rust\n"}, {"c", "%client\n"}};
        QCOMPARE(recipeForFamily(recipes, "go-v1"), std::string("a"));
        QCOMPARE(recipeForFamily(recipes, "go-v2-1"), std::string("b"));
        QCOMPARE(recipeForFamily(recipes, "rust"), std::string("b"));
        QCOMPARE(recipeForFamily(recipes, "perl"), std::string("c"));
        QCOMPARE(recipeForFamily({}, "perl"), std::string());
    }
};

RETRYSCOPE_TEST(TstRecipe)
#include "tst_recipe.moc"
