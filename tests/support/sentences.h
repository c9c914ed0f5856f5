// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <map>
#include <string>

namespace retryscope::test {

/// What is wrong with a text for people, in a word or two: stray spaces and stops, an open place `%1`, a
/// repeated word, or a turn that the style page bans. Empty: nothing.
[[nodiscard]] std::string flawOf(const std::string& text);
/// The same for whole sentences. Each begins with a capital, a digit, a quotation mark or a name, ends with a
/// stop, and has at most 25 words, or 40 where it lists names.
[[nodiscard]] std::string flawOfSentence(const std::string& text);

/// Collects the flawed texts of a test, one for each flaw and family, so that one run shows all of them.
class Flaws
{
public:
    /// Checks a label.
    void label(const char* family, const std::string& text);
    /// Checks whole sentences; an empty text is fine, because there is nothing to say.
    void sentences(const char* family, const std::string& text);
    /// Fails the test if a text was flawed.
    void verify() const;

private:
    void add(const char* family, const std::string& flaw, const std::string& text);

    std::map<std::string, std::vector<std::string>> m_found; ///< by family and flaw, some of each
    std::map<std::string, bool> m_known;                     ///< texts that were checked: is it a sentence
};

} // namespace retryscope::test

/// Fails the test with the text and `where` it was said. flaw: one of the functions above.
#define RETRYSCOPE_VERIFY_TEXT(flaw, text, where)                                                            \
    do {                                                                                                     \
        const std::string spoken = (text);                                                                   \
        QVERIFY2(flaw(spoken).empty(),                                                                       \
                 qPrintable(QString::fromStdString((where) + ": " + flaw(spoken) + ": " + spoken)));         \
    } while (false)
