// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/imported_report.h"
#include "core/explain/inference_report.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/record_json.h"
#include "core/io/export/export_csv.h"
#include "core/io/export/export_har.h"
#include "core/io/export/export_otlp.h"
#include "core/io/export/export_report.h"
#include "core/io/redact/redact.h"
#include "core/recording/inference.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace retryscope;

namespace {

const QByteArray kCanary = "canary0123456789";

/// The places of a file that hold a value: of JSON its members, of a log its words. A new member is one
/// without a line here.
class Leaves
{
public:
    explicit Leaves(const QByteArray& file) : m_file(file), m_document(QJsonDocument::fromJson(file))
    {
        if (m_document.isNull()) {
            findWords();
        } else {
            findMembers(m_document.object(), {});
        }
    }

    [[nodiscard]] qsizetype count() const { return m_document.isNull() ? m_words.size() : m_paths.size(); }
    [[nodiscard]] QString nameAt(qsizetype index) const
    {
        return m_document.isNull() ? QString::fromUtf8(m_words.at(index)) : m_paths.at(index).join(u'.');
    }
    /// The file with this value in that place. JSON: any value; a log: its text.
    [[nodiscard]] QByteArray with(qsizetype index, const QJsonValue& value) const
    {
        if (!m_document.isNull()) {
            return QJsonDocument(replaced(m_document.object(), m_paths.at(index), value).toObject())
                .toJson(QJsonDocument::Compact);
        }
        QByteArray changed = m_file;
        return changed.replace(m_words.at(index), value.toVariant().toString().toUtf8());
    }

private:
    void findWords()
    {
        static const QRegularExpression kWord(QStringLiteral("[^\\s'\"<>,(){}\\[\\]=;]{3,}"));
        QSet<QString> known;
        for (auto words = kWord.globalMatch(QString::fromUtf8(m_file)); words.hasNext();) {
            static const QRegularExpression kNumbers(QStringLiteral("[0-9]+"));
            const QString word = words.next().captured();
            if (const QString form = QString(word).replace(kNumbers, QStringLiteral("0"));
                !known.contains(form)) {
                known.insert(form);
                m_words += word.toUtf8();
            }
        }
    }

    /// One place for all items of an array.
    void findMembers(const QJsonValue& value, const QStringList& path)
    {
        if (value.isObject()) {
            const QJsonObject object = value.toObject();
            for (auto member = object.begin(); member != object.end(); ++member) {
                findMembers(member.value(), path + QStringList{member.key()});
            }
        } else if (value.isArray()) {
            for (const QJsonValue& item : value.toArray()) {
                findMembers(item, path + QStringList{QStringLiteral("*")});
            }
        } else if (!m_paths.contains(path)) {
            m_paths += path;
        }
    }

    static QJsonValue replaced(const QJsonValue& value, const QStringList& path, const QJsonValue& leaf)
    {
        if (path.isEmpty()) {
            return leaf;
        }
        if (value.isArray()) {
            QJsonArray array = value.toArray();
            for (QJsonValueRef item : array) {
                item = replaced(item, path.mid(1), leaf);
            }
            return array;
        }
        QJsonObject object = value.toObject();
        if (object.contains(path.front())) {
            object[path.front()] = replaced(object.value(path.front()), path.mid(1), leaf);
        }
        return object;
    }

    QByteArray m_file;
    QJsonDocument m_document;
    QList<QStringList> m_paths;
    QList<QByteArray> m_words;
};

template <typename Write>
QByteArray bytesOf(Write write)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    write(buffer);
    return buffer.data();
}

/// All that is printed or written of an import, each under its name.
std::vector<std::pair<const char*, QByteArray>> outputsOf(const RunRecord& record)
{
    const RunRecord shown = io::redacted(record);
    std::vector<std::pair<const char*, QByteArray>> outputs{
        {"record", io::recordBytes(record)},
        {"har", bytesOf([&](QIODevice& file) { io::writeRecordAsHar(record, file); })},
        {"otlp", bytesOf([&](QIODevice& file) { io::writeRecordAsOtlp(record, file); })},
        {"csv", bytesOf([&](QIODevice& file) { io::writeRecordAsCsv(record, file); })},
        {"report", io::recordToMarkdown(record)},
        {"infer", QByteArray::fromStdString(reportMarkdown(inferenceReport(inferClients(shown, {}))))}};
    if (shown.header().import) {
        outputs.emplace_back("preview", QByteArray::fromStdString(reportMarkdown(importedReport(shown))));
    }
    return outputs;
}

} // namespace

/// Whatever stands in a member of a file of another program: no secret in it comes out, and what is written
/// can be read.
class TstImportLeaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noOutputTellsASecret_data() { everyFile(); }
    void noOutputTellsASecret();
    void whatIsWrittenCanBeRead_data() { everyFile(); }
    void whatIsWrittenCanBeRead();

private:
    static void everyFile()
    {
        QTest::addColumn<QString>("name");
        QSet<QString> formats;
        for (const QString& name : QDir(trafficFile({})).entryList(QDir::Files)) {
            const QString format = io::trafficFormatOf(trafficBytes(name));
            if (!format.isEmpty()) {
                formats.insert(format);
                QTest::newRow(qPrintable(name)) << name;
            }
        }
        QCOMPARE(formats.size(), io::trafficFormats().size()); // a new format brings a file
    }
};

void TstImportLeaves::noOutputTellsASecret()
{
    QFETCH(const QString, name);
    const QByteArray file = trafficBytes(name);
    const QString format = io::trafficFormatOf(file);
    const Leaves leaves(file);
    QVERIFY(leaves.count() > 10);
    for (const char* form : {"https://x/?token=%1", "X?access_token=%1", "agent/1.0 (https://u:%1@x/)"}) {
        const QString secret = QString::fromLatin1(form).arg(QString::fromLatin1(kCanary));
        for (qsizetype index = 0; index < leaves.count(); ++index) {
            const auto record = openTraffic(leaves.with(index, secret), format);
            if (!record) {
                QVERIFY2(!record.error().text().contains(QString::fromLatin1(kCanary)),
                         qPrintable(leaves.nameAt(index) + record.error().text()));
                continue;
            }
            for (const auto& [output, bytes] : outputsOf(record.value())) {
                const qsizetype at = bytes.indexOf(kCanary);
                QVERIFY2(at < 0, qPrintable(QStringLiteral("%1, %2, %3: %4")
                                                .arg(QString::fromLatin1(output), leaves.nameAt(index),
                                                     QString::fromLatin1(form),
                                                     QString::fromUtf8(bytes.mid(qMax(at - 80, 0), 160)))));
            }
        }
    }
}

void TstImportLeaves::whatIsWrittenCanBeRead()
{
    QFETCH(const QString, name);
    const QByteArray file = trafficBytes(name);
    const QString format = io::trafficFormatOf(file);
    const Leaves leaves(file);
    const QJsonValue values[] = {QString(),
                                 QString(5'000, QLatin1Char('x')),
                                 QStringLiteral("http://x/?token=a") + QString(70'000, QLatin1Char('y')),
                                 QStringLiteral("!!!not base64!!!"),
                                 QStringLiteral("a\u0000\u202e\nb"),
                                 -1,
                                 QJsonValue::Null,
                                 QJsonObject{{QStringLiteral("a"), 1}},
                                 QJsonArray{1, QStringLiteral("b")}};
    for (const QJsonValue& value : values) {
        for (qsizetype index = 0; index < leaves.count(); ++index) {
            const auto record = openTraffic(leaves.with(index, value), format);
            if (!record) {
                continue;
            }
            const QByteArray written = io::recordBytes(record.value());
            const auto again = io::recordFromJson(written, QStringLiteral("record"));
            QVERIFY2(again.ok(), qPrintable(leaves.nameAt(index) + QStringLiteral(": ") +
                                            (again.ok() ? QString() : again.error().text().left(300))));
            QVERIFY2(io::recordBytes(again.value()) == written, qPrintable(leaves.nameAt(index)));
            const QByteArray har = bytesOf([&](QIODevice& out) { io::writeRecordAsHar(again.value(), out); });
            QVERIFY2(openTraffic(har, QStringLiteral("har")).ok(), qPrintable(leaves.nameAt(index)));
            const QByteArray otlp =
                bytesOf([&](QIODevice& out) { io::writeRecordAsOtlp(again.value(), out); });
            QVERIFY2(openTraffic(otlp, QStringLiteral("otlp")).ok(), qPrintable(leaves.nameAt(index)));
        }
    }
}

RETRYSCOPE_TEST(TstImportLeaves)
#include "tst_import_leaves.moc"
