// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"
#include "core/facts/service_protocol.h"

#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstServiceProtocol : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheCommonServices_data()
    {
        QTest::addColumn<QByteArray>("service");
        QTest::addColumn<QByteArray>("protocol");
        for (const auto& [service, protocol] :
             std::initializer_list<std::pair<const char*, const char*>>{{"s3", "rest-xml"},
                                                                        {"dynamodb", "json"},
                                                                        {"dynamodb-streams", "json"},
                                                                        {"simpledb", "query"},
                                                                        {"lambda", "rest-json"},
                                                                        {"apigateway", "rest-json"},
                                                                        {"sqs", "json"},
                                                                        {"sts", "query"},
                                                                        {"sns", "query"},
                                                                        {"ec2", "ec2"},
                                                                        {"kinesis", "json"},
                                                                        {"xray", "rest-json"}}) {
            QTest::newRow(service) << QByteArray(service) << QByteArray(protocol);
        }
    }

    void knowsTheCommonServices()
    {
        QFETCH(const QByteArray, service);
        RequestSpec spec{.service = service.toStdString()};
        QVERIFY(isKnownService(spec.service));
        QTEST(QByteArray::fromStdString(protocolOf(spec)), "protocol");
        spec.protocol = "soap";
        QCOMPARE(protocolOf(spec), std::string("soap"));
    }

    void readsOthersAsGeneric()
    {
        QVERIFY(isKnownService("generic"));
        QVERIFY(!isKnownService("no-such-service"));
        QVERIFY(!isKnownService("zzz")); // behind the last one
        QVERIFY(isKnownService(""));
        QCOMPARE(serviceSpokenBy("no-such-server"), std::string_view());
        QCOMPARE(serviceSpokenBy("minio"), std::string_view("s3"));
        QVERIFY(!isKnownService("S3"));
        QCOMPARE(protocolOf({.service = "no-such-service"}), std::string("generic"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstServiceProtocol)
#include "tst_service_protocol.moc"
