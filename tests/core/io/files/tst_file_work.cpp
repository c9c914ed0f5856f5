// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/file_work.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <optional>

#include <sys/resource.h>
#include <unistd.h>

using namespace retryscope;
using io::FileWork;

namespace {

RunRecord recordOf(int calls)
{
    return test::runOf(test::plainPolicy(), std::vector{test::response(503)}, {.calls = calls});
}

/// Of this process, in bytes.
rlim_t addressSpace()
{
    QFile file(QStringLiteral("/proc/self/statm")); // in pages
    return file.open(QIODevice::ReadOnly)
               ? static_cast<rlim_t>(file.readAll().split(' ').value(0).toULongLong()) *
                     static_cast<rlim_t>(::sysconf(_SC_PAGESIZE))
               : 0;
}

} // namespace

class TstFileWork : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRecordIsSavedAndOpenedMeanwhile()
    {
        const RunRecord record = recordOf(400);
        FileWork saving;
        QSignalSpy saved(&saving, &FileWork::progressed);
        std::optional<io::Result<io::Done>> outcome;
        saving.save(path(), record, [&outcome](io::Result<io::Done> done) { outcome = std::move(done); });
        QTRY_VERIFY(outcome.has_value());
        QVERIFY(outcome->ok());
        QVERIFY(saved.count() > 10 && saved.count() <= 100);
        QCOMPARE(saved.last().first().toDouble(), 1.0);
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), io::recordBytes(record));

        FileWork opening;
        QSignalSpy read(&opening, &FileWork::progressed);
        std::optional<io::Result<io::OpenedFile>> opened;
        opening.open({path()}, [&opened](io::Result<io::OpenedFile> done) { opened = std::move(done); });
        QTRY_VERIFY(opened.has_value());
        QVERIFY(opened->ok());
        QVERIFY(std::get<RunRecord>(opened->value()).calls() == record.calls());
        QVERIFY(read.count() > 1);
    }

    /// It ended the window, and all that was open in it.
    void openingThatNeedsMoreMemoryThanThereIsEndsWithAnError()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer takes more than the limit for itself");
#endif
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\":\"retryscope.record/1\",\"calls\":[{\"attempts\":[{\"body\":\"");
        for (int piece = 0; piece < 200; ++piece) {
            file.write(QByteArray(1 << 20, 'a'));
        }
        file.close();
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
        rlimit tight = before;
        tight.rlim_cur = addressSpace() + (rlim_t{128} << 20U);
        FileWork work;
        std::optional<io::Result<io::OpenedFile>> opened;
        QCOMPARE(::setrlimit(RLIMIT_AS, &tight), 0);
        work.open({path()}, [&opened](io::Result<io::OpenedFile> done) { opened = std::move(done); });
        const bool isOver = QTest::qWaitFor([&opened] { return opened.has_value(); }, 20'000);
        ::setrlimit(RLIMIT_AS, &before);
        QVERIFY(isOver);
        QVERIFY(!opened->ok());
        QVERIFY2(opened->error().text().contains(QStringLiteral("not enough memory")),
                 qPrintable(opened->error().text()));
    }

    void openingThatIsCancelledEndsWithAnError()
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(io::recordBytes(recordOf(400)));
        file.close();
        FileWork work;
        work.cancel();
        std::optional<io::Result<io::OpenedFile>> opened;
        work.open({path()}, [&opened](io::Result<io::OpenedFile> done) { opened = std::move(done); });
        QTRY_VERIFY(opened.has_value());
        QVERIFY(!opened->ok());
        QVERIFY2(opened->error().text().contains(QStringLiteral("stopped")),
                 qPrintable(opened->error().text()));
    }

    void whoGoesAwayIsNotTold()
    {
        bool wasTold = false;
        {
            FileWork work;
            work.save(path(), recordOf(10), [&wasTold](const io::Result<io::Done>&) { wasTold = true; });
        }
        QCoreApplication::processEvents();
        QVERIFY(!wasTold);
        QVERIFY(QFile::exists(path()));
    }

private:
    [[nodiscard]] QString path() const
    {
        return m_folder.filePath(QStringLiteral("record.json"));
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstFileWork)
#include "tst_file_work.moc"
