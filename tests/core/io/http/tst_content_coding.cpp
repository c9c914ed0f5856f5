// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/content_coding.h"
#include "tests/support/strict_main.h"

#include <QByteArray>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

std::string bytesOf64(const char* base64)
{
    return QByteArray::fromBase64(base64).toStdString();
}

Headers codedAs(const char* coding)
{
    return {{{"Content-Encoding", coding}}};
}

/// `hello` four times, as gzip and zlib write it; with a file name in the head of the first.
constexpr auto kGzip = "H4sICAAAAAAC/3gAy0jNyclXyEAnuQAAiFkLGAAAAA==";
constexpr auto kZlib = "eJzLSM3JyVfIQCe5AHC+CLs=";
constexpr auto kRaw = "y0jNyclXyEAnuQA=";

} // namespace

class TstContentCoding : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesCodingsOff_data();
    void takesCodingsOff();
    void givesNothingForWhatIsNot_data();
    void givesNothingForWhatIsNot();
    void staysWithinItsBound();
};

void TstContentCoding::takesCodingsOff_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<std::string>("bytes");

    QTest::newRow("gzip") << std::string("gzip") << bytesOf64(kGzip);
    QTest::newRow("x-gzip in capitals") << std::string(" X-GZIP ") << bytesOf64(kGzip);
    QTest::newRow("deflate") << std::string("deflate") << bytesOf64(kZlib);
    QTest::newRow("identity") << std::string("identity") << std::string("hello hello hello hello\n");
}

void TstContentCoding::takesCodingsOff()
{
    QFETCH(const std::string, coding);
    QFETCH(const std::string, bytes);

    QVERIFY(decodedBody(codedAs(coding.c_str()), bytes) == "hello hello hello hello\n");
}

void TstContentCoding::givesNothingForWhatIsNot_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<std::string>("bytes");

    const std::string zipped = bytesOf64(kGzip);
    QTest::newRow("not zipped") << std::string("gzip") << std::string("hello hello hello hello\n");
    QTest::newRow("cut") << std::string("gzip") << zipped.substr(0, zipped.size() / 2);
    QTest::newRow("only a head") << std::string("gzip") << zipped.substr(0, 10);
    QTest::newRow("a name without an end") << std::string("gzip") << zipped.substr(0, 11);
    QTest::newRow("deflate without its wrapping") << std::string("deflate") << bytesOf64(kRaw);
    QTest::newRow("unknown") << std::string("br") << std::string("x");
    QTest::newRow("two at once") << std::string("gzip, gzip") << zipped;
}

void TstContentCoding::givesNothingForWhatIsNot()
{
    QFETCH(const std::string, coding);
    QFETCH(const std::string, bytes);

    QVERIFY(!decodedBody(codedAs(coding.c_str()), bytes));
}

void TstContentCoding::staysWithinItsBound()
{
    QVERIFY(!decodedBody(codedAs("gzip"), bytesOf64(kGzip), 10));
    QVERIFY(decodedBody(codedAs("gzip"), bytesOf64(kGzip), 24));
    QVERIFY(decodedBody(codedAs("gzip"), "") == "");
}

RETRYSCOPE_TEST(TstContentCoding)
#include "tst_content_coding.moc"
