// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/opened_file.h"
#include "core/io/files/run_journal.h"
#include "core/io/files/run_store.h"
#include "core/io/http/error_body.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

using namespace retryscope;
using namespace retryscope::io;

namespace {

constexpr qint64 kPlenty = 1'000'000'000;

RunRecord finishedRun(int calls)
{
    RequestSpec spec;
    spec.url = "https://h/a?Signature=secret";
    Policy policy = test::plainPolicy();
    policy.quota = test::plainQuota();
    return test::runOf(policy, std::vector{test::response(503, {{"Set-Cookie", "secret"}})},
                       {.spec = spec, .calls = calls});
}

/// Plays what a finished record tells as if it happened now.
class Playing
{
public:
    explicit Playing(const RunRecord& whole) : m_whole(whole), m_now(whole.header()) {}

    void beginCall(std::size_t index, RunJournal& journal)
    {
        const CallRecord& call = m_whole.calls()[index];
        tell(CallBegan{.client = call.client, .call = call.call, .at = call.start}, journal);
    }
    /// All attempts but the last `left` ones.
    void attempt(std::size_t index, RunJournal& journal, std::size_t left = 0)
    {
        const CallRecord& call = m_whole.calls()[index];
        for (std::size_t number = 0; number + left < call.attempts.size(); ++number) {
            const AttemptRecord& one = call.attempts[number];
            tell(
                AttemptBegan{
                    .client = call.client, .call = call.call, .attempt = one.attempt, .at = one.start},
                journal);
            tell(AttemptJudged{.client = call.client,
                               .call = call.call,
                               .attempt = one.attempt,
                               .at = one.end,
                               .draw = one.draw,
                               .facts = one.facts,
                               .decision = one.decision},
                 journal);
        }
    }
    void endCall(std::size_t index, RunJournal& journal)
    {
        const CallRecord& call = m_whole.calls()[index];
        tell(CallEnded{.client = call.client,
                       .call = call.call,
                       .at = call.end,
                       .verdict = call.verdict,
                       .stopReason = call.stopReason},
             journal);
    }
    void wholeCall(std::size_t index, RunJournal& journal)
    {
        beginCall(index, journal);
        attempt(index, journal);
        endCall(index, journal);
    }

private:
    void tell(RunEvent event, RunJournal& journal) { journal.note(m_now, m_now.append(std::move(event))); }

    const RunRecord& m_whole;
    RunRecord m_now;
};

RunRecord recordAt(const QString& path)
{
    Result<OpenedFile> opened = openFile(path);
    const auto* record = opened ? std::get_if<RunRecord>(&opened.value()) : nullptr;
    return record != nullptr ? *record : RunRecord();
}

QByteArray bytesAt(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What a run leaves when its program is killed.
class TstRunJournal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("run.json.partial"));
    }

    void itOpensLikeARecordWhileTheRunGoesOn()
    {
        const RunRecord whole = finishedRun(4);
        const auto journal = begun(whole);
        QCOMPARE(recordAt(m_path).calls().size(), std::size_t{0});
        Playing playing(whole);
        playing.wholeCall(0, *journal);
        playing.wholeCall(1, *journal);
        playing.beginCall(2, *journal);
        playing.attempt(2, *journal, 1);
        QTRY_COMPARE(recordAt(m_path).calls().size(), std::size_t{3}); // soon, by itself

        const RunRecord record = recordAt(m_path);
        QVERIFY(record.header().isCutOff);
        QVERIFY(!record.header().isEndLost);
        QVERIFY(noteAbout(record.header()).startsWith(QStringLiteral("this run is incomplete")));
        QVERIFY(record.calls()[0].verdict == CallVerdict::Failed);
        QVERIFY(record.calls()[2].verdict == CallVerdict::Cancelled);
        QVERIFY(record.calls()[2].stopReason == StopReason::Cancelled);
        QCOMPARE(record.calls()[2].attempts.size(), std::size_t{2});
        QCOMPARE(QJsonDocument::fromJson(bytesAt(m_path)).object()[u"calls"].toArray().size(), 3);

        // What was under way is there once more when it has ended, and once only.
        playing.endCall(2, *journal);
        QTRY_VERIFY(recordAt(m_path).calls().size() == 3 &&
                    recordAt(m_path).calls()[2].verdict == CallVerdict::Failed);
    }

    void aWholeRunIsWholeInIt()
    {
        const RunRecord whole = finishedRun(130); // until the quota is empty
        const auto journal = begun(whole);
        Playing playing(whole);
        for (std::size_t call = 0; call < whole.calls().size(); ++call) {
            playing.wholeCall(call, *journal);
        }
        const std::unique_ptr<JournalFile> file = journal->end();
        const QJsonArray kept = QJsonDocument::fromJson(bytesAt(m_path)).object()[u"calls"].toArray();
        const QJsonArray expected = QJsonDocument::fromJson(recordBytes(whole)).object()[u"calls"].toArray();
        QCOMPARE(kept.size(), expected.size());
        for (qsizetype call = 0; call < kept.size(); ++call) {
            const QJsonArray attempts = kept[call].toObject()[u"attempts"].toArray();
            const QJsonArray same = expected[call].toObject()[u"attempts"].toArray();
            QCOMPARE(attempts.size(), same.size());
            for (qsizetype number = 0; number < same.size(); ++number) {
                const QJsonObject one = attempts[number].toObject();
                for (const char* key :
                     {"status", "verdict", "quotaBefore", "quotaCost", "quotaAfter", "why"}) {
                    QCOMPARE(one[QLatin1String(key)], same[number].toObject()[QLatin1String(key)]);
                }
            }
        }
        file->remove();
        QVERIFY(!QFile::exists(m_path));
    }

    /// Wherever the file ends, what stands before its last whole line is read.
    void anyEndIsTolerated()
    {
        const QByteArray content = journalOfThreeCalls();
        const qsizetype headerEnd = content.indexOf('\n') + 1;
        for (qsizetype size = headerEnd; size < content.size() - 1; size += 7) {
            const Result<RunRecord> record = recordFromJson(content.first(size), {});
            QVERIFY2(record.ok(), qPrintable(record.ok() ? QString() : record.error().text()));
            const auto lines = content.first(size).count('\n') - 1;
            QCOMPARE(static_cast<qsizetype>(record.value().calls().size()), std::min<qsizetype>(lines, 3));
            QVERIFY(record.value().header().isEndLost);
            QVERIFY(noteAbout(record.value().header())
                        .contains(QStringLiteral("the end of this file is damaged")));
        }
        QVERIFY(!recordFromJson(content.first(headerEnd - 5), {}).ok());
        QVERIFY(!recordFromJson("{\n" + content.first(headerEnd + 20), {}).ok());
    }

    /// As a machine that crashes, or a disk, leaves it: what stands before is read.
    void damageInItsMidstIsTolerated()
    {
        const QByteArray content = journalOfThreeCalls();
        const qsizetype headerEnd = content.indexOf('\n') + 1;
        for (qsizetype at = headerEnd; at < content.lastIndexOf("\n]") - 1; at += 101) {
            QByteArray damaged = content;
            damaged[at] = '\0';
            const Result<RunRecord> record = recordFromJson(damaged, {});
            QVERIFY2(record.ok(), qPrintable(record.ok() ? QString() : record.error().text()));
            QCOMPARE(static_cast<qsizetype>(record.value().calls().size()),
                     content.first(at).count('\n') - 1);
            QVERIFY(record.value().header().isEndLost);
        }
    }

    void itIsItsOwnersAloneAndTellsNoSecret()
    {
        const RunRecord whole = finishedRun(1);
        const auto journal = begun(whole);
        Playing(whole).wholeCall(0, *journal);
        const std::unique_ptr<JournalFile> file = journal->end();
        QVERIFY(!bytesAt(m_path).contains("secret"));
        QVERIFY(bytesAt(m_path).contains("[redacted]"));
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                            QFileDevice::WriteOther;
        QVERIFY((QFileInfo(m_path).permissions() & others) == 0);
    }

    void twoRunsDoNotShareOne()
    {
        const RunRecord whole = finishedRun(1);
        const auto journal = begun(whole);
        QVERIFY(!RunJournal::begin(m_path, whole.header(), {}, kPlenty).ok());
        QVERIFY(QFile::exists(m_path));
    }

    void whatAnEarlierRunLeftIsKept()
    {
        const RunRecord whole = finishedRun(1);
        {
            const auto journal = begun(whole);
            Playing(whole).wholeCall(0, *journal);
            (void)journal->end();
        }
        {
            const auto next = begun(whole);
            QCOMPARE(next->movedOlder(), m_path + QStringLiteral(".old"));
            QCOMPARE(recordAt(m_path + QStringLiteral(".old")).calls().size(), std::size_t{1});
            QCOMPARE(recordAt(m_path).calls().size(), std::size_t{0});
        }
        const auto third = begun(whole); // and takes no name that is taken
        QCOMPARE(third->movedOlder(), m_path + QStringLiteral(".old2"));
        QCOMPARE(recordAt(m_path + QStringLiteral(".old")).calls().size(), std::size_t{1});
    }

    void ofLongBodiesTheBeginningIsKept()
    {
        AttemptFacts facts = test::response(503);
        Response response = *facts.response;
        response.body = std::string(3 * RecordLines::kMostOfABody, 'x');
        response.bodyBytes = static_cast<std::int64_t>(response.body.size());
        facts.response = std::make_shared<const Response>(std::move(response));
        const RunRecord whole = test::runOf(test::plainPolicy(), std::vector{facts}, {});
        const auto journal = begun(whole);
        Playing(whole).wholeCall(0, *journal);
        (void)journal->end();
        const RunRecord record = recordAt(m_path);
        QCOMPARE(record.calls().size(), std::size_t{1});
        const Response& kept = *record.calls()[0].attempts[0].facts.response;
        QCOMPARE(kept.body.size(), RecordLines::kMostOfABody);
        QVERIFY(kept.bodyTruncated);
        QCOMPARE(kept.bodyBytes, static_cast<std::int64_t>(3 * RecordLines::kMostOfABody));
    }

    void itStopsAtItsLimitAndStaysReadable()
    {
        const RunRecord whole = finishedRun(50);
        auto begun = RunJournal::begin(m_path, whole.header(), {}, 60'000);
        QVERIFY(begun.ok());
        const std::unique_ptr<RunJournal> journal = std::move(begun).value();
        Playing playing(whole);
        for (std::size_t call = 0; call < 50; ++call) {
            playing.wholeCall(call, *journal);
            if (call == 3) {
                QTRY_COMPARE(recordAt(m_path).calls().size(), std::size_t{4});
            }
        }
        (void)journal->end();
        QVERIFY(journal->problem().contains(QStringLiteral("full")));
        QCOMPARE(recordAt(m_path).calls().size(), std::size_t{4});
    }

    void theHistoryTakesInWhatWasCutOff()
    {
        const QString folder = m_folder->filePath(QStringLiteral("runs"));
        const RunStore store(folder);
        const RunRecord whole = finishedRun(3);
        const Result<QString> path = store.newJournalPath();
        QVERIFY(path.ok());
        auto journal = RunJournal::begin(path.value(), whole.header(), {}, kPlenty);
        QVERIFY(journal.ok());
        Playing playing(whole);
        playing.wholeCall(0, *journal.value());
        playing.beginCall(1, *journal.value());
        std::unique_ptr<JournalFile> file = journal.value()->end();
        const Result<QStringList> none = store.recover();
        QVERIFY(none.ok() && none.value().isEmpty()); // it goes on, in this window or another one
        file.reset();
        const Result<QStringList> ids = store.recover();
        QVERIFY(ids.ok());
        QCOMPARE(ids.value().size(), 1);
        const Result<RunList> list = store.list();
        QVERIFY(list.ok() && list.value().problems.isEmpty());
        QCOMPARE(list.value().runs.size(), std::size_t{1});
        QVERIFY(list.value().runs.front().isCutOff);
        QCOMPARE(list.value().runs.front().calls, 2);
        QVERIFY(store.open(ids.value().first()).value().header().isCutOff);
        QVERIFY(!QFile::exists(path.value()));
    }

    /// They are written again every half second, between two events.
    void ofCallsUnderWayNoMoreIsWrittenThanIsQuick()
    {
        RequestSpec spec;
        spec.url = "https://h/";
        AttemptFacts facts = test::response(503);
        Response large = *facts.response;
        large.body = std::string(300'000, 'a');
        large.bodyBytes = 300'000;
        large.parsed = parseBody(large.headers, QByteArrayView(large.body));
        facts.response = std::make_shared<const Response>(std::move(large));
        const RunRecord whole =
            test::runOf(test::plainPolicy(), std::vector{facts}, {.spec = spec, .calls = 4});
        const auto journal = begun(whole);
        Playing playing(whole);
        for (std::size_t call = 0; call < 3; ++call) {
            playing.beginCall(call, *journal);
            playing.attempt(call, *journal, whole.calls()[call].attempts.size() - 1);
        }
        QTRY_COMPARE(recordAt(m_path).calls().size(), std::size_t{1}); // 512 KiB hold no second one
        playing.wholeCall(3, *journal);
        const auto hasEnded = [](const CallRecord& call) {
            return call.verdict == CallVerdict::Failed;
        };
        // What has ended is there, however much that is.
        QTRY_VERIFY(std::ranges::any_of(recordAt(m_path).calls(), hasEnded));
        QCOMPARE(journal->problem(), QString());
    }

    void aJournalThatCannotBeTakenInIsPutAsideAndToldOnce()
    {
        const QString folder = m_folder->filePath(QStringLiteral("runs"));
        const RunStore store(folder);
        const Result<QString> path = store.newJournalPath();
        QFile file(path.value());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"format\":") > 0);
        file.close();
        QVERIFY(!store.recover().ok());
        QVERIFY(store.recover().ok());
        QCOMPARE(
            QDir(folder).entryList(QDir::Files | QDir::Hidden).filter(QStringLiteral("left.running-")).size(),
            1);
    }

private:
    QByteArray journalOfThreeCalls()
    {
        const RunRecord whole = finishedRun(3);
        const auto journal = begun(whole);
        Playing playing(whole);
        for (std::size_t call = 0; call < 3; ++call) {
            playing.wholeCall(call, *journal);
        }
        (void)journal->end();
        return bytesAt(m_path);
    }

    [[nodiscard]] std::unique_ptr<RunJournal> begun(const RunRecord& whole) const
    {
        auto begun = RunJournal::begin(m_path, whole.header(), {}, kPlenty);
        return begun ? std::move(begun).value() : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

RETRYSCOPE_TEST(TstRunJournal)
#include "tst_run_journal.moc"
