// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/http_message.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

struct Reading
{
    ResponseReader::State state = ResponseReader::State::Head;
    int status = 0;
    QByteArray body;
};

Reading readInPieces(const QByteArray& bytes, qsizetype length)
{
    ResponseReader reader("GET");
    for (qsizetype at = 0; at < bytes.size(); at += length) {
        reader.feed(bytes.mid(at, length).toStdString());
    }
    Reading reading{.state = reader.state()};
    const Response response = reader.takeResponse();
    reading.status = response.status;
    reading.body = QByteArray::fromStdString(response.body);
    return reading;
}

} // namespace

class TstResponseReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheSameWhateverThePieces_data();
    void readsTheSameWhateverThePieces();
};

void TstResponseReader::readsTheSameWhateverThePieces_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isComplete");
    QTest::addColumn<QByteArray>("body");

    const QByteArray length = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("an announced length") << length + "hello" << true << QByteArray("hello");
    QTest::newRow("an announced length, cut short") << length + "hel" << false << QByteArray("hel");
    QTest::newRow("chunks") << chunked + "2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n"
                            << true << QByteArray("hello");
    QTest::newRow("chunks and a trailer") << chunked + "5\r\nhello\r\n0\r\nT: u\r\n\r\n"
                                          << true << QByteArray("hello");
    QTest::newRow("no chunk") << chunked + "0\r\n\r\n" << true << QByteArray();
    QTest::newRow("chunks, cut short in one") << chunked + "a\r\nhel" << false << QByteArray("hel");
    QTest::newRow("chunks, cut short at the end") << chunked + "2\r\nhi\r\n0\r\n"
                                                  << false << QByteArray("hi");
}

void TstResponseReader::readsTheSameWhateverThePieces()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isComplete);
    QFETCH(const QByteArray, body);

    for (qsizetype length = bytes.size(); length > 0; --length) {
        const Reading reading = readInPieces(bytes, length);
        QCOMPARE(reading.state, isComplete ? ResponseReader::State::Complete : ResponseReader::State::Body);
        QCOMPARE(reading.status, 200);
        QCOMPARE(reading.body, body);
    }
}

RETRYSCOPE_TEST(TstResponseReader)
#include "tst_response_reader.moc"
