// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every enumerator that is written can be read: a new one without a word, or with one that a reader does not
// know, fails here.

#include "core/decide/decision.h"
#include "core/io/documents/record_json.h"
#include "core/io/json/json_fields.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"
#include "core/simulate/scenario.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QSet>

using namespace retryscope;

namespace {

/// The compiler's own spelling: `… Enum::Name …` for an enumerator, `… (Enum)7 …` for any other number.
template <auto Value>
constexpr bool isEnumerator()
{
    constexpr std::string_view spelling = __PRETTY_FUNCTION__;
    constexpr std::string_view value = spelling.substr(spelling.find("Value = ") + 8);
    return value.front() != '(';
}

/// How many enumerators follow one another from 0.
template <typename Enum, int From = 0>
constexpr std::size_t enumeratorsOf()
{
    if constexpr (isEnumerator<static_cast<Enum>(From)>()) {
        return 1 + enumeratorsOf<Enum, From + 1>();
    } else {
        return 0;
    }
}

template <typename Enum>
void checkWords()
{
    const auto& words = EnumWords<Enum>::kWords;
    QCOMPARE(words.size(), enumeratorsOf<Enum>());
    QSet<QString> known;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const auto& [value, word] = words[index];
        QCOMPARE(static_cast<std::size_t>(value), index);
        QVERIFY(!known.contains(QLatin1String(word)));
        known.insert(QLatin1String(word));
        QVERIFY(wordOf(value) == word);
        QVERIFY(fromWord<Enum>(word) == value);
        io::JsonProblem problem;
        const QJsonValue json = io::editedJson(value);
        const auto again = io::readWord<Enum>(io::JsonCursor(json, QString(), problem));
        QVERIFY2(!problem.isSet && again == value, word);
    }
}

/// What is read of a record with this one attempt.
CallRecord readBack(const AttemptRecord& attempt, CallVerdict verdict = CallVerdict::Failed)
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(test::resolved(test::plainPolicy()));
    RunRecord record(header);
    record.adopt({.verdict = verdict, .stopReason = attempt.decision.stopReason, .attempts = {attempt}});
    const io::Result<RunRecord> again = io::recordFromJson(io::recordBytes(record), QStringLiteral("r.json"));
    if (!again) {
        qFatal("%s", qPrintable(again.error().text()));
    }
    return again.value().calls().front();
}

AttemptRecord attemptWithFault(FaultKind kind)
{
    AttemptRecord attempt;
    attempt.isRunning = false;
    attempt.facts.fault = Fault{kind, {}};
    return attempt;
}

template <typename Enum>
std::vector<Enum> allOf()
{
    std::vector<Enum> all;
    for (const auto& [value, word] : EnumWords<Enum>::kWords) {
        all.push_back(value);
    }
    return all;
}

} // namespace

class TstEnumWords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyEnumeratorHasAWordThatLeadsBack()
    {
        checkWords<FaultKind>();
        checkWords<XmlRootName>();
        checkWords<JsonShape>();
        checkWords<NameState>();
        checkWords<Strip>();
        checkWords<BodySyntax>();
        checkWords<XmlRootMatch>();
        checkWords<BodyState>();
        checkWords<EmbeddedBody>();
        checkWords<BodyOddity>();
        checkWords<EvidenceLevel>();
        checkWords<ErrorKind>();
        checkWords<NameIs>();
        checkWords<RuleScope>();
        checkWords<BackoffType>();
        checkWords<CapApplies>();
        checkWords<Jitter>();
        checkWords<BackoffWhen>();
        checkWords<QuotaScope>();
        checkWords<GiveBack>();
        checkWords<WhenQuotaEmpty>();
        checkWords<HintUnit>();
        checkWords<HintBounds>();
        checkWords<Verdict>();
        checkWords<StopReason>();
        checkWords<Evidence>();
        checkWords<CallVerdict>();
        checkWords<Misbehaviour>();
    }

    void recordsKeepEveryFault()
    {
        for (const FaultKind kind : allOf<FaultKind>()) {
            QVERIFY(readBack(attemptWithFault(kind)).attempts.front().facts.fault->kind == kind);
        }
    }

    void recordsKeepEveryKindVerdictAndStopReason()
    {
        AttemptRecord attempt = attemptWithFault(FaultKind::ReadTimeout);
        for (const ErrorKind kind : allOf<ErrorKind>()) {
            attempt.decision.kind = kind;
            QVERIFY(readBack(attempt).attempts.front().decision.kind == kind);
        }
        for (const StopReason reason : allOf<StopReason>()) {
            attempt.decision.verdict = Verdict::Stop;
            attempt.decision.stopReason = reason;
            QVERIFY(readBack(attempt).attempts.front().decision.stopReason == reason);
            QVERIFY(readBack(attempt).stopReason == reason);
        }
        for (const Verdict verdict : allOf<Verdict>()) {
            attempt.decision.verdict = verdict;
            QVERIFY(readBack(attempt).attempts.front().decision.verdict == verdict);
        }
    }

    void recordsKeepEveryEndOfACall()
    {
        for (const CallVerdict verdict : allOf<CallVerdict>()) {
            QVERIFY(readBack(attemptWithFault(FaultKind::ReadTimeout), verdict).verdict == verdict);
        }
    }
};

RETRYSCOPE_TEST(TstEnumWords)
#include "tst_enum_words.moc"
