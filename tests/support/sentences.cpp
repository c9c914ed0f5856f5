// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/sentences.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace retryscope::test {

namespace {

struct BannedTurn
{
    QString rule;
    QRegularExpression pattern;
};

const std::vector<BannedTurn>& bannedTurns()
{
    static const std::vector<BannedTurn> turns = [] {
        QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/architecture/banned_turns.json"));
        std::vector<BannedTurn> read;
        if (!file.open(QIODevice::ReadOnly)) {
            return read;
        }
        for (const QJsonValue& turn : QJsonDocument::fromJson(file.readAll()).array()) {
            read.push_back(
                {turn[u"rule"].toString(),
                 QRegularExpression(turn[u"pattern"].toString(), QRegularExpression::CaseInsensitiveOption)});
        }
        return read;
    }();
    return turns;
}

/// Quoted texts and error messages of clients are not ours to word.
QString withoutQuotes(const std::string& text)
{
    static const QRegularExpression quoted(QStringLiteral("“[^”]*”"));
    return QString::fromStdString(text).replace(quoted, QStringLiteral("“x”"));
}

/// Splits after a stop that is followed by a space and the beginning of a sentence.
QStringList sentencesIn(const QString& text)
{
    static const QRegularExpression end(QStringLiteral("(?<=[.?!”])(?<![^.?!]”) (?=[A-Z0-9“])"));
    return text.split(end, Qt::SkipEmptyParts);
}

/// A capital, a digit, a quotation mark, an option, or a name such as `x-amz-retry-after`, `gRPC`,
/// `aws.config`.
bool beginsLikeASentence(const QString& sentence)
{
    static const QRegularExpression begin(QStringLiteral(
        "\\A(?:\\W{0,2}[A-Z0-9“]|--[a-z]|\\S*[a-z][A-Z0-9_.:-]\\S*|curl\\b|nginx\\b|botocore\\b)"));
    return begin.match(sentence).hasMatch();
}

qsizetype wordsIn(const QString& sentence)
{
    static const QRegularExpression letter(QStringLiteral("[\\p{L}\\p{N}]"));
    const QStringList tokens = sentence.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::count_if(tokens.begin(), tokens.end(),
                         [](const QString& token) { return letter.match(token).hasMatch(); });
}

bool listsNames(const QString& sentence)
{
    static const QRegularExpression separator(QStringLiteral("[,;] | or | and "));
    constexpr int kSeparators = 3;
    return sentence.count(separator) >= kSeparators;
}

} // namespace

std::string flawOf(const std::string& text)
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
    if (has("..") || has(" ,") || has(",,") || has(";;") || has(": ;") || has(" ()") || has("“”")) {
        return "a gap";
    }
    if (std::ranges::any_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x20; })) {
        return "a control character";
    }
    if (has("nan") && has("nan ")) {
        return "no number";
    }
    const QString own = withoutQuotes(text);
    static const QRegularExpression strayStop(QStringLiteral(" \\.(?:\\s|$)")); // `.NET` begins with one
    static const QRegularExpression place(QStringLiteral("%L?[1-9]"));
    static const QRegularExpression twice(QStringLiteral("\\b([A-Za-z]+) \\1\\b"));
    if (strayStop.match(own).hasMatch()) {
        return "a gap";
    }
    if (place.match(own).hasMatch()) {
        return "an open place";
    }
    if (twice.match(own).hasMatch()) {
        return "a repeated word";
    }
    for (const BannedTurn& turn : bannedTurns()) {
        if (turn.pattern.match(own).hasMatch()) {
            return "a banned turn, " + turn.rule.toStdString();
        }
    }
    return bannedTurns().empty() ? "nothing to compare with" : std::string();
}

std::string flawOfSentence(const std::string& text)
{
    if (const std::string flaw = flawOf(text); !flaw.empty()) {
        return flaw;
    }
    if (!text.ends_with('.') && !text.ends_with('?') && !text.ends_with("”")) {
        return "no full stop";
    }
    for (const QString& sentence : sentencesIn(withoutQuotes(text))) {
        if (!beginsLikeASentence(sentence)) {
            return "no capital letter";
        }
        constexpr int kMost = 25;
        constexpr int kMostWithNames = 40;
        if (const qsizetype words = wordsIn(sentence);
            words > (listsNames(sentence) ? kMostWithNames : kMost)) {
            return "too long";
        }
    }
    return {};
}

void Flaws::add(const char* family, const std::string& flaw, const std::string& text)
{
    constexpr std::size_t kShown = 12;
    std::vector<std::string>& found = m_found[std::string(family) + ": " + flaw];
    if (found.size() < kShown) {
        found.push_back(text);
    }
}

void Flaws::label(const char* family, const std::string& text)
{
    if (m_known.try_emplace(text, false).second) {
        if (const std::string flaw = flawOf(text); !flaw.empty()) {
            add(family, flaw, text);
        }
    }
}

void Flaws::sentences(const char* family, const std::string& text)
{
    if (text.empty()) {
        return;
    }
    bool& isChecked = m_known[text];
    if (!isChecked) {
        isChecked = true;
        if (const std::string flaw = flawOfSentence(text); !flaw.empty()) {
            add(family, flaw, text);
        }
    }
}

void Flaws::verify() const
{
    for (const auto& [what, texts] : m_found) {
        for (const std::string& text : texts) {
            // Not in the message of the failure, which QtTest cuts.
            std::fprintf(stderr, "%s: %s\n", what.c_str(), text.c_str());
        }
    }
    QVERIFY2(m_found.empty(), "the texts above");
}

} // namespace retryscope::test
