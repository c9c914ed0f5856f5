// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTest>

#include <algorithm>
#include <string>

namespace retryscope::test {

/// What is wrong with a text for people, in a word or two; empty: nothing.
inline std::string flawOf(const std::string& text)
{
    const auto has = [&text](const char* part) {
        return text.find(part) != std::string::npos;
    };
    if (text.empty()) {
        return "empty";
    }
    if (text.front() == ' ' || text.back() == ' ' || has("  ")) {
        return "blanks";
    }
    if (has("..") || has(" .") || has(" ,") || has(",,") || has(";;") || has(": ;") || has(" ()") ||
        has("“”")) {
        return "a gap";
    }
    if (std::ranges::any_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x20; })) {
        return "a control character";
    }
    if (has("nan") && has("nan ")) {
        return "no number";
    }
    return {};
}

/// The same of a text that stands alone.
inline std::string flawOfSentence(const std::string& text)
{
    if (const std::string flaw = flawOf(text); !flaw.empty()) {
        return flaw;
    }
    if (text.front() >= 'a' && text.front() <= 'z') {
        return "no capital letter";
    }
    const bool isEnded = text.ends_with('.') || text.ends_with('?') || text.ends_with("”");
    return isEnded ? std::string() : "no full stop";
}

} // namespace retryscope::test

/// Fails the test with the text and `where` it was said. flaw: one of the functions above.
#define RETRYSCOPE_VERIFY_TEXT(flaw, text, where)                                                            \
    do {                                                                                                     \
        const std::string spoken = (text);                                                                   \
        QVERIFY2(flaw(spoken).empty(),                                                                       \
                 qPrintable(QString::fromStdString((where) + ": " + flaw(spoken) + ": " + spoken)));         \
    } while (false)
