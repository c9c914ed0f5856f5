// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/step_templates.h"

#include "core/io/documents/built_in_files.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::io;

namespace {

Result<std::vector<StepTemplate>> read(const QByteArray& rest)
{
    return templatesFromJson(R"({"format":"retryscope.responses/1","group":"G",)" + rest + '}',
                             QStringLiteral("f"));
}

} // namespace

class TstStepTemplates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBuiltInFileIsWhole()
    {
        std::size_t count = 0;
        for (const BuiltInFile& file : builtInFiles(QStringLiteral("responses"), QStringLiteral(".json"))) {
            const Result<std::vector<StepTemplate>> group = templatesFromJson(file.content, file.name);
            QVERIFY2(group, group ? "" : qPrintable(group.error().text()));
            QVERIFY(!group.value().empty());
            count += group.value().size();
        }
        QCOMPARE(stepTemplates().size(), count);
        QVERIFY(count >= 59);
    }

    void aStepIsLaidOverItsFormAndThatOverWhatIsCommon()
    {
        const auto made = read(R"("common":{"headers":[["A","1"]],"status":500,"body":"c"},
            "forms":{"f":{"status":503,"body":"f"}},
            "responses":[{"name":"a","title":"A","form":"f","step":{"body":"s"}},
                         {"name":"b","title":"B","step":{}}])")
                              .value();
        const EndpointStep& first = made.at(0).step;
        QCOMPARE(first.status, 503);
        QCOMPARE(first.body, std::string("s"));
        QCOMPARE(first.headers, (Headers{{{"A", "1"}}}));
        QCOMPARE(first.reason, std::string("Service Unavailable"));
        QCOMPARE(first.templateName, std::string("a"));
        QCOMPARE(made.at(1).step.status, 500);
        QCOMPARE(made.at(1).step.body, std::string("c"));
        QCOMPARE(made.at(1).group, QStringLiteral("G"));
    }

    void theBodyIsFilledInAndParsed()
    {
        const auto made = read(R"("responses":[{"name":"a","title":"A","fill":{"code":"{x}Busy"},
            "step":{"status":503,"body":"<Error><Code>{code}</Code><M>{status} {reason} {requestId} {date}</M></Error>"}}])")
                              .value();
        const EndpointStep& step = made.front().step;
        QCOMPARE(step.body,
                 std::string(
                     "<Error><Code>{x}Busy</Code><M>503 Service Unavailable {requestId} {date}</M></Error>"));
        QVERIFY(step.parsed.isXml);
        QCOMPARE(step.parsed.fields.front().text, std::string("{x}Busy"));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* rest, const char* expected) {
            QTest::newRow(name) << QByteArray(rest) << QString::fromUtf8(expected);
        };
        const auto response = [](const char* members) {
            return QByteArray(R"("responses":[{"name":"a","title":"A",)") + members + "}]";
        };
        row("nothing that fills in", response(R"("step":{"body":"{code}"})").constData(),
            "f: responses[0].fill: no value for the placeholder {code} in the body");
        row("nothing to fill in", response(R"("fill":{"code":"x"},"step":{"body":"b"})").constData(),
            "f: responses[0].fill.code: the body has no placeholder {code}");
        row("an unknown form", response(R"("form":"f","step":{})").constData(),
            "f: responses[0].form: found \"f\"");
        row("no step", response(R"("form":null)").constData(), "f: responses[0].step: found nothing");
        row("a template of a template", response(R"("step":{"template":"s3-slow-down"})").constData(),
            "f: responses[0].step.template: a template cannot");
        row("a template that throttles",
            response(R"("step":{"throttle":{"ratePerSecond":20,"template":"s3-slow-down"}})").constData(),
            "f: responses[0].step.throttle: a template cannot");
        row("a wrong step", response(R"("step":{"status":7})").constData(),
            "f: responses[0].step.status: found 7");
        row("an unknown key of a step", response(R"("step":{"stats":7})").constData(),
            "f: responses[0].step.stats: unknown key");
        row("an unknown key of a response", response(R"("step":{},"x":1)").constData(),
            "f: responses[0].x: unknown key");
        row("no title", R"("responses":[{"name":"a","step":{}}])", "f: responses[0].title: found nothing");
        row("an unknown key", R"("responses":[],"x":1)", "f: x: unknown key");
    }
    void saysWhatIsWrong()
    {
        QFETCH(const QByteArray, rest);
        QFETCH(const QString, expected);
        const Result<std::vector<StepTemplate>> made = read(rest);
        QVERIFY(!made);
        QVERIFY2(made.error().text().startsWith(expected), qPrintable(made.error().text()));
    }
};

RETRYSCOPE_TEST(TstStepTemplates)
#include "tst_step_templates.moc"
