// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For how long hostile input of up to 16 MiB keeps the window from doing anything else: a response in every
// form the room Send shows it, pasted text, files. A timer ticks once a millisecond; the longest processor
// time between two ticks is what is printed. Words as arguments: only the cases whose name holds one.

#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/policy/resolve.h"
#include "core/simulate/simulate.h"
#include "tests/bench/measure.h"
#include "tests/support/misbehaving_proxy.h"
#include "ui/compare/policy_checklist.h"
#include "ui/parts/chooser_button.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/library_items.h"
#include "ui/proxy/proxy_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace {

using namespace retryscope;
using bench::threadTime;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;
constexpr std::size_t kLarge = 16 * kMiB;
constexpr double kGoal = 100; ///< milliseconds

/// The longest time of this thread between two ticks, while it lives.
class Watchdog
{
public:
    Watchdog()
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { tick(); });
        m_timer.start(1);
    }
    /// What came before does not count.
    void restart()
    {
        m_last = threadTime();
        m_longest = {};
    }
    void tick()
    {
        const auto now = threadTime();
        m_longest = std::max(m_longest, now - m_last);
        m_last = now;
    }
    [[nodiscard]] double milliseconds() const
    {
        return std::chrono::duration<double, std::milli>(m_longest).count();
    }

private:
    QTimer m_timer;
    std::chrono::nanoseconds m_last = threadTime();
    std::chrono::nanoseconds m_longest{};
};

/// One window with everything it needs.
struct Lab
{
    Lab()
        : controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                      .scheduler =
                          [] {
                              return std::make_unique<io::EventLoopScheduler>();
                          }})
        , library(folder.path())
        , window({.controller = controller,
                  .library = library,
                  .endpoint = endpoint,
                  .settings = settings,
                  .retrySettings = [] { return resolveRetrySettings({}); },
                  .newSeed =
                      [] {
                          return std::uint64_t{1};
                      }})
    {
        window.setSize({1440, 900});
        window.show();
        show("endpoint");
        rest(200);
    }

    /// The event loop goes on for so long after it has come to rest, in milliseconds.
    static void rest(int milliseconds)
    {
        QEventLoop loop;
        QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
        loop.exec();
    }
    void show(const char* panel) { window.showPanel(QString::fromLatin1(panel)); }
    template <typename Type>
    Type& find(const char* name)
    {
        auto* found = window.findChild<Type*>(QString::fromLatin1(name));
        if (found == nullptr) {
            std::fprintf(stderr, "there is no %s\n", name);
            std::exit(EXIT_FAILURE);
        }
        return *found;
    }
    void open(const QByteArray& content)
    {
        QFile file(folder.filePath(QStringLiteral("opened.json")));
        file.open(QIODevice::WriteOnly);
        file.write(content);
        file.close();
        watchdog.restart();
        window.openInBackground({file.fileName()});
        for (int i = 0; i < 1000 && window.findChild<io::FileWork*>() != nullptr; ++i) {
            rest(50);
        }
    }

    Watchdog watchdog;
    QTemporaryDir folder;
    io::RunController controller;
    io::Library library;
    io::FaultEndpoint endpoint;
    ui::Settings settings;
    ui::MainWindow window;
};

/// A failed call of one attempt that was answered like this.
RunRecord recordOf(const Lab& lab, const EndpointStep& step, WireFacts wire = {})
{
    RunHeader header;
    header.spec.url = "http://127.0.0.1:8080/";
    header.spec.service = "s3";
    header.policy = std::make_shared<const ResolvedPolicy>(
        resolve(lab.library.policy(QStringLiteral("cpp-1.11.332-default")).value(), header.spec));
    header.startedAt = kVirtualStart;
    Scenario scenario;
    scenario.steps = {step};
    const RunRecord simulated = simulate(header, scenario);
    RunRecord record(std::move(header));
    wire.connection = 1;
    wire.rawReceivedBytes = static_cast<std::int64_t>(wire.rawReceived.size());
    wire.rawSentBytes = static_cast<std::int64_t>(wire.rawSent->size());
    for (CallRecord call : simulated.calls()) {
        for (AttemptRecord& attempt : call.attempts) {
            attempt.facts.wire = std::make_shared<WireFacts>(wire);
        }
        record.adopt(std::move(call));
    }
    return record;
}

EndpointStep stepWith(std::string body)
{
    EndpointStep step{.status = 400, .reason = {}, .headers = {}, .body = std::move(body)};
    step.parsed = io::parseBody(step.headers, QByteArray::fromStdString(step.body));
    return step;
}

std::string repeated(std::string_view text, std::size_t size)
{
    std::string result;
    result.reserve(size + text.size());
    while (result.size() < size) {
        result += text;
    }
    return result;
}

std::string nested(std::string_view open, std::string_view close, std::size_t depth)
{
    return repeated(open, open.size() * depth) + repeated(close, close.size() * depth);
}

std::string wideJson(std::size_t size)
{
    return "{\"a\":[" + repeated("{\"name\":\"value\",\"n\":12},", size) + "1]}";
}

std::string wideXml(std::size_t size)
{
    return "<a>" + repeated("<b c=\"d\">text</b>", size) + "</a>";
}

std::string lines(std::size_t size)
{
    return repeated("one short line of text\n", size);
}

using Case = std::pair<std::string, std::function<void(Lab&)>>;

/// Every way of looking at a response, one after the other, and the longest of all.
void look(Lab& lab, const RunRecord& record)
{
    lab.show("response");
    lab.watchdog.restart();
    lab.controller.setRecord(record);
    Lab::rest(100);
    for (const char* panel : {"wire", "log", "attempts", "response"}) {
        lab.show(panel);
        Lab::rest(30);
    }
}

std::vector<Case> bodies()
{
    std::vector<Case> cases;
    const auto add = [&cases](const char* name, std::string (*body)(std::size_t), std::size_t size) {
        cases.emplace_back(std::string("body: ") + name,
                           [body, size](Lab& lab) { look(lab, recordOf(lab, stepWith(body(size)))); });
    };
    const auto word = [](std::size_t size) {
        return std::string(size, 'a');
    };
    const auto zeros = [](std::size_t size) {
        return std::string(size, '\0');
    };
    const auto breaks = [](std::size_t size) {
        return std::string(size, '\n');
    };
    const auto deepXml = [](std::size_t size) {
        return nested("<a>", "</a>", size / 7);
    };
    const auto deepJson = [](std::size_t size) {
        return nested("[", "]", size / 2);
    };
    const auto manyXml = [](std::size_t size) {
        return "<a>" + repeated("<b/>", size) + "</a>";
    };
    const auto name = [](std::size_t size) {
        return "<Error><Code>" + std::string(size, 'N') + "</Code><Message>" + std::string(size, 'M') +
               "</Message></Error>";
    };
    for (const std::size_t size : {250 * kMiB / 1024, kLarge}) {
        const bool isLarge = size == kLarge;
        const auto named = [isLarge](const char* what) {
            return std::string(what) + (isLarge ? ", 16 MiB" : ", 250 KiB");
        };
        add(named("one word").c_str(), word, size);
        add(named("lines").c_str(), lines, size);
        add(named("line breaks").c_str(), breaks, size);
        add(named("zeros").c_str(), zeros, size);
        add(named("wide JSON").c_str(), wideJson, size);
        add(named("wide XML").c_str(), wideXml, size);
        add(named("empty elements").c_str(), manyXml, size);
        add(named("deep XML").c_str(), deepXml, size);
        add(named("deep JSON").c_str(), deepJson, size);
    }
    add("JSON 1,000 deep", deepJson, 2000);
    add("XML 400 deep", deepXml, 2800);
    add("error name and message, 100 KiB", name, 50 * kMiB / 1024);
    add("error name and message, 8 MiB", name, 4 * kMiB - 1000);
    return cases;
}

std::vector<Case> forms()
{
    std::vector<Case> cases;
    cases.emplace_back("form: raw, JSON of 16 MiB", [](Lab& lab) {
        look(lab, recordOf(lab, stepWith(wideJson(kLarge))));
        lab.find<QAbstractButton>("bodyForm1").click();
    });
    for (const std::size_t size : {250 * kMiB / 1024, kLarge}) {
        const std::string much = size == kLarge ? "16 MiB" : "250 KiB";
        cases.emplace_back("form: search in " + much, [size](Lab& lab) {
            look(lab, recordOf(lab, stepWith(lines(size))));
            lab.find<QAction>("findInResponseAction").trigger();
            lab.find<QLineEdit>("responseSearchEdit").setText(QStringLiteral("t"));
            Lab::rest(50);
            lab.find<QToolButton>("previousMatchButton").click();
        });
        cases.emplace_back("form: wrap off and on, one word of " + much, [size](Lab& lab) {
            look(lab, recordOf(lab, stepWith(std::string(size, 'a'))));
            lab.find<QToolButton>("wrapButton").click();
            Lab::rest(50);
            lab.find<QToolButton>("wrapButton").click();
        });
        cases.emplace_back("form: copy " + much, [size](Lab& lab) {
            look(lab, recordOf(lab, stepWith(wideJson(size))));
            lab.find<QToolButton>("copyBodyButton").click();
        });
        cases.emplace_back("form: resize with " + much, [size](Lab& lab) {
            look(lab, recordOf(lab, stepWith(wideJson(size))));
            lab.window.resize(1200, 800);
        });
    }
    return cases;
}

std::vector<Case> heads()
{
    std::vector<Case> cases;
    cases.emplace_back("head: 100,000 headers", [](Lab& lab) {
        EndpointStep step = stepWith("<Error/>");
        for (int i = 0; i < 100'000; ++i) {
            step.headers.entries.push_back({"x-header-" + std::to_string(i), "value"});
        }
        look(lab, recordOf(lab, step));
        lab.find<QAbstractButton>("bodyForm1").click();
        Lab::rest(50);
        lab.find<QToolButton>("copyHeadersButton").click();
    });
    cases.emplace_back("head: a header of 16 MiB", [](Lab& lab) {
        EndpointStep step = stepWith("<Error/>");
        step.headers.entries.push_back({"x-long", std::string(kLarge, 'a')});
        step.headers.entries.push_back({"Location", std::string(kLarge, 'a')});
        look(lab, recordOf(lab, step));
        lab.find<QAbstractButton>("bodyForm1").click();
    });
    cases.emplace_back("head: a reason of 16 MiB", [](Lab& lab) {
        EndpointStep step = stepWith("<Error/>");
        step.reason = std::string(kLarge, 'a');
        look(lab, recordOf(lab, step));
        lab.find<QAbstractButton>("bodyForm1").click();
    });
    return cases;
}

std::vector<Case> wires()
{
    std::vector<Case> cases;
    const auto add = [&cases](const char* name, const std::string& bytes) {
        cases.emplace_back(std::string("wire: ") + name, [bytes](Lab& lab) {
            WireFacts wire;
            wire.rawSent = "GET / HTTP/1.1\r\n\r\n";
            wire.rawReceived = bytes;
            look(lab, recordOf(lab, stepWith("<Error/>"), wire));
        });
    };
    add("one word of 16 MiB", std::string(kLarge, 'a'));
    add("lines of 16 MiB", lines(kLarge));
    add("bytes of 16 MiB", std::string(kLarge, '\1'));
    add("line breaks of 1 MiB", std::string(kMiB, '\n'));
    cases.emplace_back("wire: 100,000 notes", [](Lab& lab) {
        WireFacts wire;
        wire.notes.assign(100'000, "trailer X: " + std::string(160, 'a'));
        look(lab, recordOf(lab, stepWith("<Error/>"), wire));
    });
    return cases;
}

std::vector<Case> pastes()
{
    std::vector<Case> cases;
    const auto add = [&cases](const char* name, const std::string& text) {
        cases.emplace_back(std::string("judge: ") + name, [text](Lab& lab) {
            lab.show("judge");
            Lab::rest(50);
            QApplication::clipboard()->setText(QString::fromStdString(text));
            lab.watchdog.restart();
            lab.find<QAbstractButton>("judgePaste").click();
        });
        cases.emplace_back(std::string("paste: ") + name, [text](Lab& lab) {
            QApplication::clipboard()->setText(QString::fromStdString(text));
            lab.watchdog.restart();
            lab.find<QAbstractButton>("targetSwitch0").click();
            auto& line = *lab.find<QComboBox>("urlBox").lineEdit();
            QKeyEvent paste(QEvent::KeyPress, Qt::Key_V, Qt::ControlModifier);
            QApplication::sendEvent(&line, &paste);
            Lab::rest(50);
            QKeyEvent enter(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier);
            QApplication::sendEvent(&line, &enter);
        });
    };
    const std::string head = "HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\n\r\n";
    add("one word, 16 MiB", std::string(kLarge, 'a'));
    add("a response with lines, 16 MiB", head + lines(kLarge));
    add("a response with JSON, 16 MiB", head + wideJson(kLarge));
    add("a response with XML, 1 MiB", head + wideXml(kMiB));
    add("a response with XML, 100 KiB", head + wideXml(kMiB / 10));
    add("a response with one word, 16 MiB", head + std::string(kLarge, 'a'));
    add("line breaks, 16 MiB", head + std::string(kLarge, '\n'));
    add("a name of 1 MiB", head + "<Error><Code>" + std::string(kMiB, 'N') + "</Code></Error>");
    add("curl with a body of 16 MiB", "curl http://127.0.0.1/ -d '" + std::string(kLarge, 'a') + "'");
    add("curl with a body of 1 MB", "curl http://127.0.0.1/ -d '" + std::string(1'000'000, 'a') + "'");
    add("an address of 16 MiB", "http://127.0.0.1/" + std::string(kLarge, 'a'));
    add("an address of 60 KiB", "http://127.0.0.1/" + std::string(60 * kMiB / 1024, 'a'));
    const auto typed = [&cases](const char* name, const char* panel, const char* field,
                                const std::string& text) {
        cases.emplace_back(std::string("field: ") + name, [panel, field, text](Lab& lab) {
            lab.show(panel);
            Lab::rest(50);
            QApplication::clipboard()->setText(QString::fromStdString(text));
            lab.watchdog.restart();
            if (auto* line = lab.window.findChild<QLineEdit*>(QString::fromLatin1(field))) {
                line->paste();
            } else {
                lab.find<QPlainTextEdit>(field).paste();
            }
        });
    };
    // Beyond LongText::kMostPasted it is refused; just within it is the most that a field holds.
    constexpr std::size_t kMost = 1'000'000;
    typed("request body, one word of 1 MB", "request", "requestBodyEdit", std::string(kMost, 'a'));
    typed("request body, lines of 1 MB", "request", "requestBodyEdit", lines(kMost));
    typed("request body, JSON of 1 MB", "request", "requestBodyEdit", wideJson(kMost));
    typed("request body, one word of 16 MiB, refused", "request", "requestBodyEdit",
          std::string(kLarge, 'a'));
    typed("response body of a step, one word of 1 MB", "endpoint", "stepBodyEdit", std::string(kMost, 'a'));
    typed("response body of a step, lines of 1 MB", "endpoint", "stepBodyEdit", lines(kMost));
    typed("response body of a step, lines of 16 MiB, refused", "endpoint", "stepBodyEdit", lines(kLarge));
    typed("path, 16 MiB", "endpoint", "pathEdit", std::string(kLarge, 'a'));
    typed("policy as JSON, 16 MiB", "json", "policyJsonEdit", wideJson(kLarge));
    return cases;
}

std::vector<Case> files()
{
    std::vector<Case> cases;
    const auto add = [&cases](const char* name, std::function<QByteArray(Lab&)> content) {
        cases.emplace_back(std::string("file: ") + name, [content = std::move(content)](Lab& lab) {
            const QByteArray bytes = content(lab);
            Lab::rest(0); // made in a turn of its own
            lab.open(bytes);
        });
    };
    const auto bytesOf = [](const RunRecord& record) {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        io::writeRecord(buffer, record);
        return buffer.data();
    };
    add("record with a body of 16 MiB",
        [bytesOf](Lab& lab) { return bytesOf(recordOf(lab, stepWith(lines(kLarge)))); });
    add("record of 16 MiB, 10,000 calls", [bytesOf](Lab& lab) {
        RunHeader header = recordOf(lab, stepWith("")).header();
        header.callsPerClient = 10'000;
        Scenario scenario;
        scenario.steps = {stepWith("<Error><Code>SlowDown</Code></Error>")};
        return bytesOf(simulate(header, scenario));
    });
    add("scenario, one step with 16 MiB", [](Lab& /*lab*/) {
        Scenario scenario;
        scenario.id = "mine";
        scenario.title = "Mine";
        scenario.steps = {stepWith(lines(kLarge))};
        return QJsonDocument(io::scenarioToJson(scenario)).toJson();
    });
    add("scenario of 16 MiB, many steps", [](Lab& /*lab*/) {
        Scenario scenario;
        scenario.id = "mine";
        scenario.title = "Mine";
        scenario.steps.assign(160'000, stepWith("<Error><Code>SlowDown</Code></Error>"));
        return QJsonDocument(io::scenarioToJson(scenario)).toJson(QJsonDocument::Compact);
    });
    add("scenario, title of 16 MiB", [](Lab& /*lab*/) {
        Scenario scenario;
        scenario.id = "mine";
        scenario.title = std::string(kLarge, 'a');
        scenario.steps = {stepWith("")};
        return QJsonDocument(io::scenarioToJson(scenario)).toJson();
    });
    const auto policyWith = [](Lab& lab, const std::function<void(Policy&)>& change) {
        Policy policy = lab.library.policy(QStringLiteral("cpp-1.11.332-default")).value();
        policy.id = "mine";
        change(policy);
        return QJsonDocument(io::policyToJson(policy)).toJson();
    };
    add("policy, title of 16 MiB", [policyWith](Lab& lab) {
        return policyWith(lab, [](Policy& policy) { policy.title = std::string(kLarge, 'a'); });
    });
    add("policy of 16 MiB, many rules", [policyWith](Lab& lab) {
        return policyWith(lab, [](Policy& policy) {
            policy.rules.assign(30'000, policy.rules.front());
            for (std::size_t i = 0; i < policy.rules.size(); ++i) {
                policy.rules[i].id = "rule-" + std::to_string(i);
            }
        });
    });
    add("policy, notes of 16 MiB", [policyWith](Lab& lab) {
        return policyWith(
            lab, [](Policy& policy) { policy.notes = {{.text = std::string(kLarge, 'a'), .source = "s"}}; });
    });
    return cases;
}

/// Every behaviour through a box that hands all on, in a thread of its own; for the clients that are chosen
/// at first, or for all there are.
void probeAll(Lab& lab, bool isForAll)
{
    QThread thread;
    auto* box = new test::MisbehavingProxy(test::Misdeed::None);
    const QString through = box->url();
    QTcpServer free;
    free.listen(QHostAddress::LocalHost);
    const QString origin = QStringLiteral("127.0.0.1:%1").arg(free.serverPort());
    free.close();
    box->setOrigin(origin);
    box->moveToThread(&thread);
    QObject::connect(&thread, &QThread::finished, box, &QObject::deleteLater);
    thread.start();
    lab.show("proxy");
    lab.find<QLineEdit>("proxyThrough").setText(through);
    lab.find<QLineEdit>("proxyListen").setText(origin);
    lab.find<ui::DurationBox>("proxyPatience").setDuration(Duration(std::chrono::seconds{1}));
    Q_EMIT lab.find<ui::ChooserButton>("proxyBehaviours").chosen(QStringLiteral("all"));
    if (isForAll) {
        QStringList ids;
        for (const ui::ChoosablePolicy& policy : ui::choosablePolicies(lab.library)) {
            ids += QString::fromStdString(policy.policy.id);
        }
        auto* list = lab.window.findChild<ui::PolicyChecklist*>();
        list->check(ids);
        Q_EMIT list->checkedChanged();
    }
    const auto* page = lab.window.findChild<ui::ProxyPage*>();
    lab.rest(100);
    lab.watchdog.restart();
    lab.find<QPushButton>("proxyGo").click();
    for (int i = 0; i < 1000 && page->isProbing(); ++i) {
        lab.rest(50);
    }
    lab.watchdog.tick();
    const std::size_t rows = page->bench().rows.size();
    std::printf("%4zu rows, %2zu clients ", rows, rows == 0 ? 0 : page->bench().rows.front().verdicts.size());
    thread.quit();
    thread.wait();
}

std::vector<Case> probes()
{
    return {{"probe of every behaviour",
             [](Lab& lab) {
                 probeAll(lab, false);
             }},
            {"probe of every behaviour, for all clients", [](Lab& lab) {
                 probeAll(lab, true);
             }}};
}

bool isWanted(const std::string& name, const QStringList& words)
{
    return words.isEmpty() || std::any_of(words.begin(), words.end(), [&name](const QString& word) {
               return QString::fromStdString(name).contains(word);
           });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments().mid(1);
    if (words == QStringList{QStringLiteral("--list")}) {
        for (const auto& make : {bodies, forms, heads, wires, pastes, files, probes}) {
            for (const auto& one : make()) {
                std::puts(one.first.c_str());
            }
        }
        return EXIT_SUCCESS;
    }
    double worst = 0;
    for (const auto& make : {bodies, forms, heads, wires, pastes, files, probes}) {
        for (const auto& [name, act] : make()) {
            if (!isWanted(name, words)) {
                continue;
            }
            Lab lab;
            std::printf("%-55s", name.c_str());
            std::fflush(stdout);
            act(lab);
            lab.watchdog.tick();
            Lab::rest(400);
            const double longest = lab.watchdog.milliseconds();
            std::printf("%8.0f ms%s\n", longest, longest > kGoal ? "  ✕" : "");
            std::fflush(stdout);
            worst = std::max(worst, longest);
        }
    }
    std::printf("%-55s%8.0f ms  goal %.0f ms\n", "longest", worst, kGoal);
    return EXIT_SUCCESS;
}
