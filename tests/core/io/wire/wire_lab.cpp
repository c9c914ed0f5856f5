// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/wire/wire_lab.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>

namespace retryscope::test {

std::optional<AttemptFacts> sendAndWait(Transport& transport, const RequestSpec& spec,
                                        std::chrono::milliseconds patience, bool newConnection)
{
    std::optional<AttemptFacts> result;
    QEventLoop loop;
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    const OutgoingAttempt attempt{.spec = &spec, .newConnection = newConnection, .body = &spec.body};
    const AttemptId id = transport.send(attempt, [&](AttemptFacts facts) {
        result = std::move(facts);
        loop.quit();
    });
    if (!result) {
        loop.exec();
    }
    if (!result) {
        transport.cancel(id);
    }
    return result;
}

RequestSpec requestTo(quint16 port, const std::string& method, bool tls)
{
    RequestSpec spec;
    spec.method = method;
    spec.url = (tls ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port) + "/path?q=1";
    spec.connectTimeout = std::chrono::seconds{5};
    spec.readTimeout = std::chrono::seconds{5};
    return spec;
}

QString faultOf(const AttemptFacts& facts)
{
    const std::string_view name = facts.fault ? toString(facts.fault->kind) : std::string_view("none");
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString detailOf(const AttemptFacts& facts)
{
    return facts.fault ? QString::fromStdString(facts.fault->detail) : QString();
}

bool isNoted(const AttemptFacts& facts, const std::string& text)
{
    return std::any_of(facts.wire->notes.begin(), facts.wire->notes.end(),
                       [&text](const std::string& note) { return note.find(text) != std::string::npos; });
}

} // namespace retryscope::test
