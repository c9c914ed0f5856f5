// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace retryscope;

/// The real window program is shown markup that names a pipe to which nobody writes: whoever draws it waits
/// for ever.
class TstAttackedProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noResponseMakesItReadAFile_data();
    void noResponseMakesItReadAFile();
    void noRecordMakesItReadAFile();
    void noPolicyMakesItReadAFile_data();
    void noPolicyMakesItReadAFile();

private:
    struct Ended
    {
        int exitCode = -1; ///< of a program that had to be ended, too
        QByteArray errors;
    };
    /// Runs it to its end while the servers of this process respond.
    Ended run(const QStringList& arguments);
    QString path(const char* name) { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
    QByteArray m_markup;
};

void TstAttackedProgram::initTestCase()
{
    const QString pipe = path("pipe");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    m_markup = "<img src=\"file://" + pipe.toUtf8() + "\"><font color=red size=7>INJECTED</font>";
}

TstAttackedProgram::Ended TstAttackedProgram::run(const QStringList& arguments)
{
    QProcess program;
    program.setProcessEnvironment(test::environmentWithoutDisplay());
    program.setWorkingDirectory(m_folder.path());
    program.start(QStringLiteral(RETRYSCOPE_WINDOW_PROGRAM),
                  arguments + QStringList{QStringLiteral("--screenshot"), QStringLiteral("picture.png")});
    if (!QTest::qWaitFor([&program] { return program.state() == QProcess::NotRunning; }, 120'000)) {
        program.kill();
        program.waitForFinished();
        return {-1, "it does not end"};
    }
    return {program.exitCode(), program.readAllStandardError()};
}

void TstAttackedProgram::noResponseMakesItReadAFile_data()
{
    QTest::addColumn<QByteArray>("response");
    const QByteArray end = "Content-Length: 0\r\n\r\n";
    QTest::newRow("an interim reason")
        << "HTTP/1.1 103 " + m_markup + "\r\n\r\nHTTP/1.1 400 Bad Request\r\n" + end;
    QTest::newRow("a trailer") << "HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-T: " +
                                      m_markup + "\r\n\r\n";
    QTest::newRow("the reason") << "HTTP/1.1 400 " + m_markup + "\r\n" + end;
    QTest::newRow("an id") << "HTTP/1.1 400 Bad Request\r\nx-amz-request-id: " + m_markup + "\r\n" + end;
    QByteArray escaped = m_markup;
    escaped.replace('<', "&lt;");
    const QByteArray body = "<Error><Code>" + escaped + "</Code><Message>" + escaped + "</Message></Error>";
    QTest::newRow("an error name") << "HTTP/1.1 400 Bad Request\r\nContent-Length: " +
                                          QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

void TstAttackedProgram::noResponseMakesItReadAFile()
{
    QFETCH(QByteArray, response);
    QTcpServer server;
    QVERIFY(test::listenAndRespond(server, response));
    for (const char* panel : {"response", "wire", "compare"}) {
        const Ended ended =
            run({QStringLiteral("--url"), QStringLiteral("http://127.0.0.1:%1/").arg(server.serverPort()),
                 QStringLiteral("--policy"), QStringLiteral("botocore-1.43.67-standard"),
                 QStringLiteral("--send"), QStringLiteral("--panel"), QString::fromLatin1(panel)});
        QVERIFY2(ended.exitCode == 0, panel + QByteArray(": ") + ended.errors);
        QVERIFY(!QImage(path("picture.png")).isNull());
    }
}

void TstAttackedProgram::noRecordMakesItReadAFile()
{
    const RunRecord honest = test::runOf(test::plainPolicy(), {test::response(503), test::response(200)});
    RunHeader header = honest.header();
    header.isVirtual = false;
    RunRecord record(std::move(header));
    for (CallRecord call : honest.calls()) {
        for (AttemptRecord& attempt : call.attempts) {
            auto wire = std::make_shared<WireFacts>();
            wire->connection = 1;
            wire->notes = {"103 " + m_markup.toStdString(), "trailer X-T: " + m_markup.toStdString()};
            attempt.facts.wire = std::move(wire);
        }
        record.adopt(std::move(call));
    }
    QVERIFY(io::writeFile(path("record.json"), io::recordBytes(record)).ok());
    const Ended ended =
        run({QStringLiteral("--panel"), QStringLiteral("wire"), QStringLiteral("record.json")});
    QVERIFY2(ended.exitCode == 0, ended.errors);
}

void TstAttackedProgram::noPolicyMakesItReadAFile_data()
{
    QTest::addColumn<QString>("panel");
    for (const QString& name : ui::MainWindow::panelNames()) {
        QTest::newRow(qPrintable(name)) << name;
    }
}

/// A policy file is what people pass on.
void TstAttackedProgram::noPolicyMakesItReadAFile()
{
    QFETCH(QString, panel);
    Policy policy = test::plainPolicy();
    policy.id = "mine";
    policy.title = m_markup.toStdString();
    QVERIFY(io::writeFile(path("mine.json"), QJsonDocument(io::policyToJson(policy)).toJson()).ok());
    const Ended ended =
        run({QStringLiteral("--policy"), QStringLiteral("mine.json"), QStringLiteral("--virtual"),
             QStringLiteral("--send"), QStringLiteral("--panel"), panel});
    QVERIFY2(ended.exitCode == 0, ended.errors);
    QVERIFY(!QImage(path("picture.png")).isNull());
}

RETRYSCOPE_TEST(TstAttackedProgram)
#include "tst_attacked_program.moc"
