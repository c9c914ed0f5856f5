// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/bench_json.h"
#include "tests/support/misbehaving_proxy.h"
#include "tests/ui/proxy/sample_bench.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/chooser_button.h"
#include "ui/proxy/bench_model.h"
#include "ui/proxy/bench_table.h"
#include "ui/proxy/proxy_page.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTcpServer>
#include <QTest>

#include <memory>
#include <vector>

namespace retryscope::test {

/// Two rows: `slow`, `internal`.
inline constexpr auto kErrors =
    R"({"format": "retryscope.scenario/1", "id": "two", "service": "s3", "steps": [
  {"id": "slow", "title": "Throttled", "status": 503,
   "headers": {"Content-Type": "application/xml", "Retry-After": "2"},
   "body": "<Error><Code>SlowDown</Code></Error>"},
  {"id": "internal", "title": "Internal error", "status": 500, "headers": {"Content-Type": "application/xml"},
   "body": "<Error><Code>InternalError</Code></Error>"}]})";

inline quint16 unusedPort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
}

/// The window, and hands for its room Proxy.
class ProxyLab
{
protected:
    using BenchTable = ui::BenchTable;
    using ProxyPage = ui::ProxyPage;

    template <typename Type>
    Type& find(const char* name)
    {
        return m_lab->find<Type>(name);
    }
    ProxyPage& page() { return *m_lab->window->findChild<ProxyPage*>(); }
    BenchTable& table() { return *m_lab->window->findChild<BenchTable*>(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    QString headline() { return find<QLabel>("benchHeadline").text(); }
    void click(const char* button) { QTest::mouseClick(&find<QPushButton>(button), Qt::LeftButton); }
    void type(const char* edit, const QString& text)
    {
        auto& line = find<QLineEdit>(edit);
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, text);
    }
    QString fileWith(const char* name, const QByteArray& content)
    {
        const QString path = m_lab->path(name);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? path : QString();
    }
    QString benchFile(const char* name, const Bench& bench)
    {
        QFile file(m_lab->path(name));
        if (file.open(QIODevice::WriteOnly)) {
            io::writeBench(file, bench);
        }
        return file.fileName();
    }
    std::vector<Policy> policies()
    {
        return {m_lab->library.policy(QStringLiteral("cpp-1.11.332-default")).value(),
                m_lab->library.policy(QStringLiteral("jsv3-3.1169.0-standard")).value()};
    }
    void openSample() { QVERIFY(m_lab->window->openPath(benchFile("b.json", sampleBench(policies()))).ok()); }
    /// With the addresses of a box, and two errors.
    void prepare(MisbehavingProxy& proxy)
    {
        QVERIFY(m_lab->window->showPanel(QStringLiteral("proxy")));
        const QString origin = QStringLiteral("127.0.0.1:%1").arg(unusedPort());
        proxy.setOrigin(origin);
        type("proxyThrough", proxy.url());
        type("proxyListen", origin);
        Q_EMIT find<ui::ChooserButton>("proxyBehaviours").chosen(fileWith("two.json", kErrors));
        QCOMPARE(find<QPushButton>("proxyGo").accessibleName(), QStringLiteral("Probe 2 responses"));
    }

    std::unique_ptr<WindowLab> m_lab;
};

} // namespace retryscope::test
