// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/name_text.h"

#include "core/decide/judge.h"
#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_words.h"
#include "core/explain/change_text.h"
#include "core/explain/explain.h"
#include "core/explain/step_text.h"
#include "core/explain/verdict_row.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;

namespace {

constexpr std::size_t kMegabyteQuarter = 256 * 1024;
/// Of a sentence, whatever a server sends.
constexpr std::size_t kMostOfASentence = 6'000;

/// Names unknown errors, as the C++ SDK does, and reads them from a header too.
Policy namingPolicy()
{
    Policy policy = plainPolicy();
    policy.reading["generic"] = {.places = {{NameSource::Header, "x-amzn-errortype"}},
                                 .strip = {Strip::BeforeColon},
                                 .messagePlaces = {{NameSource::Header, "x-message"}}};
    Rule unknown = ruleFor("unknown-name", {.nameIs = NameIs::Unknown}, ErrorKind::Permanent);
    unknown.message = "Unable to parse ExceptionName: {name} Message: {message}";
    policy.rules.insert(policy.rules.begin(), unknown);
    return policy;
}

AttemptFacts withLongTexts()
{
    return response(429, {{"x-amzn-errortype", std::string(kMegabyteQuarter, 'n') + ":x"},
                          {"x-message", std::string(kMegabyteQuarter, 'm')},
                          {"server", std::string(kMegabyteQuarter, 's')},
                          {"via", std::string(kMegabyteQuarter, 'v')},
                          {"x-amzn-requestid", std::string(kMegabyteQuarter, 'r')}});
}

} // namespace

class TstNameText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNameIsShownUpTo200Characters_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const QString longest(200, u'n');
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("short") << QStringLiteral("SlowDown") << QStringLiteral("SlowDown");
        QTest::newRow("200") << longest << longest;
        QTest::newRow("201") << QString(longest + u'n') << QString(longest + u'…');
        QTest::newRow("not within a character") << QString(201, u'ä') << QString(QString(200, u'ä') + u'…');
    }
    void aNameIsShownUpTo200Characters()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, expected);
        QCOMPARE(QString::fromStdString(shownName(name.toStdString())), expected);
    }

    void bytesThatAreNoTextAreBoundedToo()
    {
        QVERIFY(shownName(std::string(kMegabyteQuarter, '\x80')).size() < 1'000);
        QVERIFY(shownName(std::string(kMegabyteQuarter, '\xff')).size() < 1'000);
    }

    void noSentenceHoldsAllOfALongName()
    {
        const RunRecord record = runOf(namingPolicy(), {withLongTexts()});
        const AttemptContext at = contextOf(record, {.call = 0, .attempt = 0});
        const ResolvedPolicy& policy = *record.header().policy;
        const Decision& decision = at.attempt.decision;
        const Explanation told = explain(policy, at.attempt.facts, decision, 1);
        std::vector<std::string> texts{
            told.headline,      words::response(at),
            words::caption(at), words::nameOrDash(at),
            words::summary(at), nameCell(verdictRowOf(policy, at.attempt.facts, decision, 1))};
        for (const Sentence& sentence : told.sentences) {
            texts.push_back(sentence.text);
        }
        const std::string name(kMegabyteQuarter, 'n');
        texts.push_back(changeText(NameReplaced{.from = name, .to = name}));
        texts.push_back(changeText(NameMapped{.name = name, .kind = ErrorKind::Throttling}));
        for (const AttemptColumn* column : columnsIn(&AttemptColumn::table)) {
            texts.push_back(cellText(*column, &AttemptColumn::table, at));
        }
        for (const std::string& text : texts) {
            QVERIFY2(text.size() < kMostOfASentence, text.substr(0, 300).c_str());
        }
        QVERIFY(told.headline.find("nnn…") != std::string::npos);
    }

    /// What went wrong stands in the record in words, and a record may be anybody's.
    void noSentenceHoldsAllOfALongFault()
    {
        AttemptFacts facts = faulty(FaultKind::ReadTimeout);
        facts.fault->detail = attemptLimitText(std::chrono::milliseconds{40});
        const std::string plain = "the attempt exceeded its time limit of 40 ms";
        QCOMPARE(faultPhrase(*facts.fault), plain);
        facts.fault->detail += std::string(kMegabyteQuarter, 'd');
        const RunRecord record = runOf(plainPolicy(), {facts});
        const AttemptContext at = contextOf(record, {.call = 0, .attempt = 0});
        const ResolvedPolicy& policy = *record.header().policy;
        Decision cancelled = at.attempt.decision;
        cancelled.verdict = Verdict::Stop;
        cancelled.stopReason = StopReason::Cancelled;
        for (const std::string& text :
             {faultPhrase(*facts.fault), words::response(at), words::caption(at), words::summary(at),
              whySentence(policy, facts, at.attempt.decision, 1), whySentence(policy, facts, cancelled, 1)}) {
            QVERIFY2(text.size() < kMostOfASentence, text.substr(0, 300).c_str());
        }
    }

    void theWholeNameStaysInTheRecord()
    {
        const RunRecord record = runOf(namingPolicy(), {withLongTexts()});
        const AttemptContext at = contextOf(record, {.call = 0, .attempt = 0});
        QCOMPARE(nameOf(record.header().policy->reading, at.attempt.facts).name.size(), kMegabyteQuarter);
    }
};

RETRYSCOPE_TEST(TstNameText)
#include "tst_name_text.moc"
