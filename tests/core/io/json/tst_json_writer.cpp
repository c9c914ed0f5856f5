// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_writer.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <cmath>
#include <limits>

using namespace retryscope;
using io::JsonWriter;

namespace {

template <typename Write>
QByteArray written(JsonWriter::Layout layout, Write write)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    JsonWriter writer(buffer, layout);
    write(writer);
    writer.finish();
    return buffer.data();
}

QByteArray writtenCompact(const QJsonValue& value)
{
    return written(JsonWriter::Layout::Compact, [&value](JsonWriter& writer) { writer.value(value); });
}

/// What Qt makes of it, with a line end.
QByteArray expectedCompact(const QJsonValue& value)
{
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return array.mid(1, array.size() - 2) + '\n';
}

class RandomJson
{
public:
    explicit RandomJson(quint32 seed) : m_generator(seed) {}

    QJsonValue value(int depth)
    {
        switch (m_generator.bounded(depth > 0 ? 7 : 5)) {
        case 0:
            return {};
        case 1:
            return m_generator.bounded(2) == 1;
        case 2:
            return number();
        case 3:
            return qint64(m_generator.generate64());
        case 4:
            return text();
        case 5: {
            QJsonArray array;
            for (int count = m_generator.bounded(4); count > 0; --count) {
                array.append(value(depth - 1));
            }
            return array;
        }
        default:
            return object(depth - 1);
        }
    }

    QJsonObject object(int depth)
    {
        QJsonObject object;
        for (int count = m_generator.bounded(6); count > 0; --count) {
            object.insert(QStringLiteral("k%1").arg(m_generator.bounded(1000)), value(depth));
        }
        return object;
    }

    double number()
    {
        const double mantissa = m_generator.generateDouble() * 2 - 1;
        return mantissa * std::pow(10, m_generator.bounded(60) - 30);
    }

private:
    QString text()
    {
        QString result;
        for (int length = m_generator.bounded(9); length > 0; --length) {
            result +=
                QChar(static_cast<char16_t>(m_generator.bounded(m_generator.bounded(2) == 1 ? 128 : 0xd800)));
        }
        return result;
    }

    QRandomGenerator m_generator;
};

/// The members of an object in an order of their own.
void writeBackwards(JsonWriter& writer, const QJsonObject& object)
{
    writer.beginObject();
    QStringList keys = object.keys();
    std::reverse(keys.begin(), keys.end());
    for (const QString& key : keys) {
        writer.key(key.toStdString());
        if (object[key].isObject()) {
            writeBackwards(writer, object[key].toObject());
        } else {
            writer.value(object[key]);
        }
    }
    writer.endObject();
}

} // namespace

class TstJsonWriter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bytesAreThoseOfQt_data() { seeds(); }
    void bytesAreThoseOfQt()
    {
        QFETCH(quint32, seed);
        const QJsonObject object = RandomJson(seed).object(4);
        const auto write = [&object](JsonWriter& writer) {
            writer.value(object);
        };
        QCOMPARE(written(JsonWriter::Layout::Indented, write), QJsonDocument(object).toJson());
        QCOMPARE(written(JsonWriter::Layout::Compact, write),
                 QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
    }

    void membersAreSortedHoweverTheyCome_data() { seeds(); }
    void membersAreSortedHoweverTheyCome()
    {
        QFETCH(quint32, seed);
        const QJsonObject object = RandomJson(seed).object(4);
        const auto write = [&object](JsonWriter& writer) {
            writeBackwards(writer, object);
        };
        QCOMPARE(written(JsonWriter::Layout::Indented, write), QJsonDocument(object).toJson());
        QCOMPARE(written(JsonWriter::Layout::Compact, write),
                 QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
    }

    void numbersAreThoseOfQt()
    {
        RandomJson random(1);
        for (int round = 0; round < 20'000; ++round) {
            const double number = random.number();
            QCOMPARE(writtenCompact(number), expectedCompact(number));
            const double millisecond = std::round(number * 1000) / 1000;
            QCOMPARE(writtenCompact(millisecond), expectedCompact(millisecond));
        }
        for (const double number : {0.0, -0.0, 1e15, 1e15 - 1, 123456789012345680.0, 1e16, 1e17, 1e21, 1e22,
                                    0.001, 0.0001, 0.00012, 0.1 + 0.2, 1e-5, 5e-324,
                                    std::numeric_limits<double>::max(), 999999999999999.9, 1e6, 1234567.5}) {
            QCOMPARE(writtenCompact(number), expectedCompact(number));
            QCOMPARE(writtenCompact(-number), expectedCompact(-number));
        }
        for (const qint64 number : {std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max(),
                                    qint64{9'007'199'254'740'993}}) {
            QCOMPARE(writtenCompact(number), expectedCompact(number));
        }
    }

    void textIsThatOfQt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("control characters") << QByteArray("\x00\x01\b\f\n\r\t\x1f\x7f", 9);
        QTest::newRow("quotes and backslashes") << QByteArray("\"\\/\"");
        QTest::newRow("beyond ASCII") << QByteArray("µ – 😀");
        QTest::newRow("no UTF-8") << QByteArray("a\xff\xc3");
        QTest::newRow("a byte order mark") << QByteArray("\xef\xbb\xbf"
                                                         "a");
    }
    void textIsThatOfQt()
    {
        QFETCH(QByteArray, text);
        const QByteArray bytes = written(JsonWriter::Layout::Compact,
                                         [&text](JsonWriter& writer) { writer.text(text.toStdString()); });
        QCOMPARE(bytes, expectedCompact(QString::fromUtf8(text)));
    }

    /// A large document leaves before it is complete.
    void whatSteersATerminalIsEscaped()
    {
        const QByteArray steering = "\xc2\x80\xc2\x9b\xe2\x80\x8e\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9";
        const QByteArray plain = "\xc2\xa0\xe2\x80\x8d\xe2\x80\xaf\xe2\x81\xa5\xe2\x82\xac";
        QBuffer device;
        device.open(QIODevice::WriteOnly);
        JsonWriter writer(device, JsonWriter::Layout::Compact);
        writer.beginArray();
        writer.text((steering + plain).toStdString());
        writer.endArray();
        writer.finish();
        QCOMPARE(device.data().trimmed(), "[\"\\u0080\\u009b\\u200e\\u202e\\u2066\\u2069" + plain + "\"]");
        QCOMPARE(QJsonDocument::fromJson(device.data()).array().at(0).toString().toUtf8(), steering + plain);
    }

    void itemsOfAnArrayAreHandedOverAsTheyCome()
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        JsonWriter writer(buffer, JsonWriter::Layout::Compact);
        writer.beginObject(JsonWriter::Members::Sorted);
        writer.key("a");
        writer.beginArray();
        for (int item = 0; item < 1000; ++item) {
            writer.beginObject();
            writer.key("text");
            writer.text(std::string(1000, 'x'));
            writer.endObject();
        }
        QVERIFY(buffer.size() > 900'000);
    }

private:
    static void seeds()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 50; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
};

RETRYSCOPE_TEST(TstJsonWriter)
#include "tst_json_writer.moc"
