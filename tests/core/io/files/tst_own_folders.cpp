// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/own_folders.h"
#include "tests/support/strict_main.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace retryscope::test {

namespace {

void write(const QString& path, const QByteArray& text, int secondsAgo)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.flush();
    file.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo), QFileDevice::FileModificationTime);
}

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

} // namespace

/// What an earlier version left in the places of that version.
class TstOwnFolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_from = m_folder->filePath(QStringLiteral("data/runs"));
        m_to = m_folder->filePath(QStringLiteral("state/retryscope/runs"));
    }

    void stateIsWhereTheSpecificationWantsIt()
    {
        const QString state = m_folder->filePath(QStringLiteral("state"));
        qputenv("XDG_STATE_HOME", state.toUtf8());
        QCOMPARE(io::stateFolder(), state + QStringLiteral("/retryscope"));
        qputenv("XDG_STATE_HOME", "relative"); // which the specification ignores
        QCOMPARE(io::stateFolder(), QDir::homePath() + QStringLiteral("/.local/state/retryscope"));
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(io::stateFolder(), QDir::homePath() + QStringLiteral("/.local/state/retryscope"));
    }

    void aFolderMovesOnce()
    {
        QCOMPARE(io::movedOnce(m_from, m_to).place, m_to); // nothing to move
        write(m_from + QStringLiteral("/1.json"), "one", 10);
        const io::MovedFile moved = io::movedOnce(m_from, m_to);
        QCOMPARE(moved.place, m_to);
        QCOMPARE(moved.note, QString());
        QCOMPARE(textOf(m_to + QStringLiteral("/1.json")), QByteArray("one"));
        QVERIFY(!QFileInfo::exists(m_from));
        QCOMPARE(io::movedOnce(m_from, m_to).note, QString());
    }

    void theNewerOneWinsAndTheOtherIsKept_data()
    {
        QTest::addColumn<int>("secondsAgo");
        QTest::addColumn<QByteArray>("now");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("the old place is newer") << 10 << QByteArray("from") << QByteArray("to");
        QTest::newRow("the new place is newer") << 1000 << QByteArray("to") << QByteArray("from");
    }
    void theNewerOneWinsAndTheOtherIsKept()
    {
        QFETCH(int, secondsAgo);
        write(m_from + QStringLiteral("/1.json"), "from", secondsAgo);
        write(m_to + QStringLiteral("/1.json"), "to", 100);
        write(m_to + QStringLiteral(".old/1.json"), "taken", 5000);
        const io::MovedFile moved = io::movedOnce(m_from, m_to);
        QCOMPARE(moved.place, m_to);
        QVERIFY2(moved.note.contains(QStringLiteral(".old-2")), qPrintable(moved.note));
        QTEST(textOf(m_to + QStringLiteral("/1.json")), "now");
        QTEST(textOf(m_to + QStringLiteral(".old-2/1.json")), "kept");
        QCOMPARE(textOf(m_to + QStringLiteral(".old/1.json")), QByteArray("taken"));
        QVERIFY(!QFileInfo::exists(m_from));
    }

    /// After the session could not move, its neighbour is asked to move to where it is; or one place links to
    /// the other.
    void whatIsThereAlreadyStays()
    {
        write(m_from, "one", 10);
        QCOMPARE(io::movedOnce(m_from, m_from).place, m_from);
        QCOMPARE(textOf(m_from), QByteArray("one"));
        const QString linked = m_folder->filePath(QStringLiteral("linked"));
        QVERIFY(QFile::link(QFileInfo(m_from).path(), linked));
        QCOMPARE(io::movedOnce(m_from, linked + QStringLiteral("/runs")).note, QString());
        QCOMPARE(textOf(m_from), QByteArray("one"));
    }

    /// A file where the folder should be: not even root can move into it.
    void whatCannotMoveStaysInUse()
    {
        write(m_from + QStringLiteral("/1.json"), "one", 10);
        write(m_folder->filePath(QStringLiteral("state")), "a file", 10);
        const io::MovedFile moved = io::movedOnce(m_from, m_to);
        QCOMPARE(moved.place, m_from);
        QVERIFY2(moved.note.endsWith(QStringLiteral("it stays in use")), qPrintable(moved.note));
        QCOMPARE(textOf(m_from + QStringLiteral("/1.json")), QByteArray("one"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_from;
    QString m_to;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstOwnFolders)
#include "tst_own_folders.moc"
