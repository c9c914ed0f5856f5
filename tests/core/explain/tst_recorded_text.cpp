// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/recorded_text.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstRecordedText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHandshakeThatWasBrokenOffSaysWhy_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("expected");
        QTest::newRow("curl")
            << "Error during SSL handshake: error:0A000418:SSL routines::tlsv1 alert unknown ca"
            << "the recorder's certificate authority is not trusted.";
        QTest::newRow("another alert") << "sslv3 alert bad certificate"
                                       << "the recorder's certificate is not accepted.";
        QTest::newRow("something else") << "no shared cipher"
                                        << "no shared cipher.";
        QTest::newRow("nothing") << ""
                                 << "no reason given.";
    }
    void aHandshakeThatWasBrokenOffSaysWhy()
    {
        QFETCH(QString, reason);
        QFETCH(QString, expected);
        const RefusedHandshake refused{.host = "api.example.com", .reason = reason.toStdString()};
        QCOMPARE(QString::fromStdString(handshakeSentence(refused)),
                 QStringLiteral("A client aborted the TLS handshake with api.example.com: ") + expected);
    }

    void aHandshakeWithoutAnAlertSaysWhoEndedIt()
    {
        QCOMPARE(handshakeSentence({.host = "a.example", .end = HandshakeEnd::ClientClosed}),
                 std::string("A client aborted the TLS handshake with a.example: no reason given, which is "
                             "common when the recorder's certificate authority is not trusted."));
        QCOMPARE(
            handshakeSentence({.host = "a.example", .end = HandshakeEnd::Timeout}),
            std::string("The recorder ended the TLS handshake with a.example: the client took too long."));
    }

    void handshakesThatAreAlikeAreOneSentence()
    {
        const RefusedHandshake one{.host = "a.example", .reason = "alert unknown ca"};
        const RefusedHandshake other{.host = "b.example", .reason = "alert unknown ca"};
        const std::vector<std::string> sentences = handshakeSentences({one, other, one, one});
        QCOMPARE(sentences.size(), std::size_t{2});
        QCOMPARE(sentences[0], std::string("Clients aborted 3 TLS handshakes with a.example: the "
                                           "recorder's certificate authority is not trusted."));
        QVERIFY(sentences[1].starts_with("A client aborted the TLS handshake with b.example"));
    }

    void whatBecameOfConnectionsIsSaid()
    {
        QCOMPARE(shortageSentence({}), std::string());
        QCOMPARE(shortageSentence({.idleClosed = 12, .waited = 3}),
                 std::string(
                     "There were too few file descriptors: the recorder closed 12 idle connections, oldest "
                     "first, and clients had to wait 3 times. Raise the limit (ulimit -n) to avoid this."));
        QCOMPARE(shortageSentence({.waited = 1}),
                 std::string("There were too few file descriptors: a client had to wait. Raise the limit "
                             "(ulimit -n) to avoid this."));
    }

    void whatToDoNamesTheFile()
    {
        QVERIFY(trustAdvice("/x/ca.pem").find("/x/ca.pem") != std::string::npos);
        QVERIFY(trustAdvice({}).find("the recorder's certificate authority") != std::string::npos);
    }

    void whatIsSpecialAboutACallIsSaid()
    {
        QVERIFY(remarksOn({}).empty());
        QCOMPARE(remarksOn({.isAmbiguous = true, .isClientGone = true}).size(), std::size_t{2});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRecordedText)

#include "tst_recorded_text.moc"
