// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/follow_redirect.h"
#include "core/io/wire/wire_transport.h"
#include "tests/core/io/wire/wire_lab.h"
#include "tests/support/strict_main.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <functional>

using namespace retryscope;
using namespace retryscope::test;
using io::WireTransport;

namespace {

/// Responds to each request as `respond` says, and keeps what was asked.
class Server : public QTcpServer
{
public:
    struct Request
    {
        QString line; ///< `GET /a`
        QByteArray whole;
    };

    Server()
    {
        if (!listen(QHostAddress::LocalHost)) {
            qFatal("cannot listen");
        }
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                const QByteArray request = socket->readAll();
                requests += {QString::fromLatin1(request.left(request.indexOf(" HTTP/"))), request};
                const QByteArray response = respond(requests.back());
                if (!response.isEmpty()) {
                    socket->write(response);
                }
            });
        });
    }

    [[nodiscard]] QStringList lines() const
    {
        QStringList lines;
        for (const Request& request : requests) {
            lines += request.line;
        }
        return lines;
    }

    QList<Request> requests;
    std::function<QByteArray(const Request&)> respond;
};

QByteArray redirect(int status, const QByteArray& location, const QByteArray& body = {})
{
    return "HTTP/1.1 " + QByteArray::number(status) + " Moved\r\nLocation: " + location +
           "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

RequestSpec requestAt(const Server& server, const std::string& path)
{
    RequestSpec spec = requestTo(server.serverPort());
    spec.url = "http://127.0.0.1:" + std::to_string(server.serverPort()) + path;
    return spec;
}

const QByteArray kOk = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

} // namespace

/// Redirects that the user asked to follow: each is a request of its own within the attempt.
class TstRedirectsFollowed : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyStatusIsFollowedAsItMeans_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("then");
        QTest::addColumn<bool>("keepsBody");
        const auto row = [](int status, const char* method, const char* then, bool keepsBody) {
            QTest::addRow("%d %s", status, method)
                << status << QString::fromLatin1(method) << QString::fromLatin1(then) << keepsBody;
        };
        row(301, "GET", "GET /b", false);
        row(301, "POST", "GET /b", false);
        row(301, "PUT", "PUT /b", true);
        row(302, "POST", "GET /b", false);
        row(303, "POST", "GET /b", false);
        row(303, "PUT", "GET /b", false);
        row(303, "HEAD", "HEAD /b", false);
        row(307, "POST", "POST /b", true);
        row(308, "PUT", "PUT /b", true);
    }

    void everyStatusIsFollowedAsItMeans()
    {
        QFETCH(int, status);
        QFETCH(QString, method);
        QFETCH(QString, then);
        QFETCH(bool, keepsBody);
        Server server;
        server.respond = [status, method](const Server::Request& request) {
            const QByteArray ok = method == u"HEAD" ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : kOk;
            return request.line.endsWith(u"/b") ? ok : redirect(status, "/b");
        };
        RequestSpec spec = requestAt(server, "/a");
        spec.method = method.toStdString();
        spec.follow = 5;
        spec.headers.add("Content-Type", "text/plain");
        if (method != u"GET" && method != u"HEAD") {
            spec.body = "the body";
        }
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QVERIFY(facts && facts->response);
        QCOMPARE(facts->response->status, 200);
        QCOMPARE(server.lines(), (QStringList{method + QStringLiteral(" /a"), then}));
        QCOMPARE(server.requests[1].whole.endsWith("the body"), keepsBody);
        QCOMPARE(server.requests[1].whole.contains("Content-Type"),
                 !then.startsWith(u"GET") || method == u"GET");

        const std::vector<Hop>& hops = facts->wire->hops;
        QCOMPARE(hops.size(), std::size_t{1});
        QCOMPARE(hops[0].response.status, status);
        QCOMPARE(hops[0].location, std::string("/b"));
        QCOMPARE(hops[0].method, method.toStdString());
        QVERIFY(hops[0].end >= hops[0].start && hops[0].start == Instant{});
    }

    void nothingIsFollowedUnlessAsked()
    {
        Server server;
        server.respond = [](const Server::Request&) {
            return redirect(302, "/b");
        };
        WireTransport transport;
        const auto facts = sendAndWait(transport, requestAt(server, "/"));
        QCOMPARE(facts->response->status, 302);
        QCOMPARE(server.requests.size(), 1);
        QVERIFY(facts->wire->hops.empty());
    }

    void atMostAsManyAsAsked()
    {
        Server server;
        int number = 0;
        server.respond = [&number](const Server::Request&) {
            return redirect(302, "/" + QByteArray::number(++number));
        };
        RequestSpec spec = requestAt(server, "/");
        spec.follow = 3;
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QCOMPARE(server.requests.size(), 4);
        QCOMPARE(facts->wire->hops.size(), std::size_t{3});
        QCOMPARE(facts->response->status, 302); // the last one, which the policy judges
        QVERIFY(isNoted(*facts, "3 redirects are the most"));
    }

    void aLoopIsTheSameRequestTwice()
    {
        Server server;
        server.respond = [](const Server::Request& request) {
            return redirect(302, request.line.endsWith(u"/b") ? "/#again" : "/b");
        };
        RequestSpec spec = requestAt(server, "/");
        spec.follow = 20;
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QCOMPARE(server.lines(), (QStringList{QStringLiteral("GET /"), QStringLiteral("GET /b")}));
        QVERIFY(isNoted(*facts, "the redirects are a loop"));
        QCOMPARE(facts->response->status, 302);
    }

    void anotherServerGetsNoSecrets()
    {
        Server there;
        there.respond = [](const Server::Request&) {
            return kOk;
        };
        Server here;
        here.respond = [&there](const Server::Request& request) {
            return request.line.endsWith(u"/same")
                       ? redirect(307, "http://127.0.0.1:" + QByteArray::number(there.serverPort()) + "/x")
                       : redirect(307, "/same");
        };
        RequestSpec spec = requestAt(here, "/");
        spec.follow = 5;
        spec.headers.add("Authorization", "Bearer canary");
        spec.headers.add("Cookie", "session=canary");
        spec.headers.add("X-Mine", "kept");
        spec.headers.add("X-Other", "canary");
        spec.followHeaders = {"x-mine", "Cookie"};
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QCOMPARE(facts->response->status, 200);
        QVERIFY(here.requests[1].whole.contains("canary")); // the same server
        QCOMPARE(there.requests.size(), 1);
        QVERIFY(!there.requests[0].whole.contains("canary"));
        QVERIFY(there.requests[0].whole.contains("X-Mine: kept"));
        QVERIFY(
            there.requests[0].whole.contains("Host: 127.0.0.1:" + QByteArray::number(there.serverPort())));
        QCOMPARE(facts->wire->hops[1].note,
                 std::string("not sent to another server: Authorization, Cookie, X-Other"));
        QVERIFY(facts->wire->sentHeaders->find("Authorization") != nullptr); // of the first request
    }

    void hopsShareTheTimeLimitOfTheAttempt()
    {
        Server server;
        server.respond = [](const Server::Request& request) {
            return request.line.endsWith(u"/slow") ? QByteArray() : redirect(302, "/slow");
        };
        RequestSpec spec = requestAt(server, "/");
        spec.follow = 5;
        spec.attemptTimeout = std::chrono::milliseconds(200);
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QCOMPARE(faultOf(*facts), QStringLiteral("readTimeout"));
        QVERIFY(isAttemptLimit(facts->fault->detail));
        QCOMPARE(facts->wire->hops.size(), std::size_t{1});
    }

    void aLargeBodyOfARedirectIsCut()
    {
        Server server;
        server.respond = [](const Server::Request& request) {
            return request.line.endsWith(u"/b") ? kOk : redirect(302, "/b", QByteArray(100'000, 'x'));
        };
        RequestSpec spec = requestAt(server, "/");
        spec.follow = 1;
        WireTransport transport;
        const auto facts = sendAndWait(transport, spec);
        QCOMPARE(facts->response->status, 200);
        const Response& hop = facts->wire->hops.at(0).response;
        QCOMPARE(hop.body.size(), kMostHopBody);
        QVERIFY(hop.body.capacity() < 2 * kMostHopBody); // what was received is given back
        QVERIFY(hop.bodyTruncated);
        QCOMPARE(hop.bodyBytes, std::int64_t{100'000});
    }

    void whatCannotBeFollowedIsSaid_data()
    {
        QTest::addColumn<std::string>("location");
        QTest::addColumn<std::string>("said");
        QTest::newRow("another scheme") << std::string("ftp://host/x") << std::string("not an http or https");
        QTest::newRow("no host") << std::string("http://") << std::string("not an http or https");
        QTest::newRow("script") << std::string("javascript:alert(1)") << std::string("not an http or https");
    }

    void whatCannotBeFollowedIsSaid()
    {
        QFETCH(std::string, location);
        QFETCH(std::string, said);
        const io::FollowedRequest followed =
            io::followRedirect({.url = "https://host/a"}, false, 302, location);
        QVERIFY(!followed.next);
        QVERIFY2(followed.remark.find(said) != std::string::npos, followed.remark.c_str());
    }

    void aBodyThatCanBeSentOnceIsNotSentAgain()
    {
        const RequestSpec spec{.method = "PUT", .url = "http://host/a", .bodyIsReplayable = false};
        QVERIFY(!io::followRedirect(spec, true, 307, "/b").next);
        QVERIFY(io::followRedirect(spec, true, 303, "/b").next); // a GET has none
    }

    void onlyWhatIsHarmlessGoesToAnotherServer_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<bool>("goesAlong");
        QTest::addColumn<bool>("canBeAllowed");
        for (const char* name :
             {"Accept", "Accept-Language", "User-Agent", "Range", "If-Match", "If-None-Match", "If-Range",
              "If-Modified-Since", "If-Unmodified-Since", "traceparent", "Cache-Control"}) {
            QTest::newRow(name) << std::string(name) << true << true;
        }
        for (const char* name : {"X-Tenant", "X-Forwarded-For", "Referer", "Origin", "tracestate", "baggage",
                                 "amz-sdk-invocation-id", "x-amzn-trace-id"}) {
            QTest::newRow(name) << std::string(name) << false << true;
        }
        for (const char* name :
             {"Authorization", "Proxy-Authorization", "Cookie", "Cookie2", "X-Api-Key", "Api-Key",
              "X-Amz-Security-Token", "X-Auth-Token", "X-Gitlab-Token", "X-Vault-Token", "Private-Token",
              "X-Csrf-Token", "DPoP", "Idempotency-Key", "Host"}) {
            QTest::newRow(name) << std::string(name) << false << false;
        }
    }

    /// Whatever the status, to another host, port or scheme, and also where somebody allows it.
    void onlyWhatIsHarmlessGoesToAnotherServer()
    {
        QFETCH(const std::string, name);
        QFETCH(const bool, goesAlong);
        QFETCH(const bool, canBeAllowed);
        for (const int status : {301, 302, 303, 307, 308}) {
            for (const char* location : {"https://other/", "https://host:444/", "http://host/"}) {
                RequestSpec spec{.url = "https://host/a"};
                spec.headers.add(name, "canary");
                const io::FollowedRequest followed = io::followRedirect(spec, false, status, location);
                QCOMPARE(followed.next->headers.contains(name), goesAlong);
                const bool isNamed = followed.remark.find(name) != std::string::npos;
                QCOMPARE(isNamed, !goesAlong && name != "Host"); // which each server has its own of
                spec.followHeaders = {name};
                const auto allowed = io::followRedirect(spec, false, status, location);
                QCOMPARE(allowed.next->headers.contains(name), canBeAllowed);
            }
            RequestSpec spec{.url = "https://host/a"};
            spec.headers.add(name, "canary");
            QCOMPARE(io::followRedirect(spec, false, status, "/b").next->headers.contains(name), true);
        }
    }

    void theBodyIsDescribedToWhoGetsIt()
    {
        RequestSpec spec{.method = "POST", .url = "https://host/a"};
        spec.headers.add("Content-Type", "text/plain");
        const auto typeAfter = [&spec](int status, bool hasBody) {
            const auto followed = io::followRedirect(spec, hasBody, status, "https://other/");
            return followed.next->headers.contains("Content-Type");
        };
        QVERIFY(typeAfter(307, true));
        QVERIFY(!typeAfter(303, true));
        QVERIFY(!typeAfter(307, false));
    }

    void aBodyNeverGoesFromHttpsToHttp()
    {
        const RequestSpec spec{.method = "POST", .url = "https://host/a"};
        const auto followed = io::followRedirect(spec, true, 308, "http://host/a");
        QVERIFY(!followed.next);
        QVERIFY(followed.remark.find("from https to http") != std::string::npos);
        QVERIFY(io::followRedirect(spec, true, 303, "http://host/a").next); // a GET has none
    }

    void theClientCertificateIsForTheServerOfTheRequest()
    {
        RequestSpec spec{.url = "https://host/a"};
        spec.wire.certificateFile = "c.pem";
        spec.wire.keyFile = "k.pem";
        QCOMPARE(io::followRedirect(spec, false, 302, "/b").next->wire.certificateFile, std::string("c.pem"));
        const io::FollowedRequest other = io::followRedirect(spec, false, 302, "https://other/");
        QVERIFY(other.next->wire.certificateFile.empty() && other.next->wire.keyFile.empty());
        QVERIFY(other.remark.find("client certificate") != std::string::npos);
        spec.wire.certificateHosts = {"Other"};
        QCOMPARE(io::followRedirect(spec, false, 302, "https://other/").next->wire.certificateFile,
                 std::string("c.pem"));
    }

    void aRequestCanStayAtItsServer()
    {
        const RequestSpec spec{.url = "http://127.0.0.1:1/a", .staysAtServer = true};
        QVERIFY(io::followRedirect(spec, false, 302, "/b").next);
        const io::FollowedRequest other = io::followRedirect(spec, false, 302, "http://127.0.0.1:2/");
        QVERIFY(!other.next);
        QVERIFY(other.remark.find("stay within the built-in endpoint") != std::string::npos);
    }

    void theStepToPlainHttpIsNamed()
    {
        const io::FollowedRequest followed =
            io::followRedirect({.url = "https://host/a"}, false, 302, "http://host/a");
        QVERIFY(followed.remark.find("https to http is not encrypted") != std::string::npos);
        QVERIFY(followed.isElsewhere);
    }
};

RETRYSCOPE_TEST(TstRedirectsFollowed)
#include "tst_redirects_followed.moc"
