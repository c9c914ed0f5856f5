// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/expectations.h"

#include "core/io/files/library.h"
#include "core/io/text/utf8.h"

#include <QIODevice>

namespace retryscope::cli {

namespace {

const QString kExpect = QStringLiteral("expect");

void save(const Arguments& arguments, const QString& option, const QByteArray& bytes)
{
    if (arguments.has(option)) {
        need(io::writeFile(
            arguments.value(option), [&bytes](QIODevice& file) { file.write(bytes); }, io::Readers::Owner));
    }
}

} // namespace

io::Expectation expectationFrom(const QString& text)
{
    return need(
        io::readExpectation(text, QStringLiteral("--expect \"%1\"").arg(io::expectationBeginning(text))));
}

Expectations::Expectations(const Arguments& arguments) : m_arguments(arguments)
{
    for (const QString& text : arguments.values(kExpect)) {
        m_expectations.push_back(expectationFrom(text));
    }
    for (const QString& option : {QStringLiteral("junit"), QStringLiteral("tap")}) {
        if (arguments.has(option) && m_expectations.empty()) {
            throw usageError(
                QStringLiteral("--%1 saves the results of --expect; give at least one").arg(option));
        }
    }
}

void Expectations::check(const RunRecord& record)
{
    if (m_expectations.empty()) {
        return;
    }
    io::CheckedRun run{.name = toQString(record.header().policy->policy.id), .results = {}};
    for (const io::Expectation& expectation : m_expectations) {
        run.results.push_back(io::checkExpectation(expectation, record));
    }
    m_runs.push_back(std::move(run));
}

ExitCode Expectations::deliver(ExitCode ofCalls) const
{
    if (m_expectations.empty()) {
        return ofCalls;
    }
    std::size_t count = 0;
    std::size_t held = 0;
    for (const io::CheckedRun& run : m_runs) {
        for (const io::ExpectationResult& result : run.results) {
            ++count;
            held += result.holds ? 1 : 0;
            if (!result.holds) {
                const QString policy = m_runs.size() > 1 ? run.name + QStringLiteral(": ") : QString();
                Console::note(
                    QStringLiteral("Expectation not met: %1: %2%3").arg(result.text, policy, result.why));
            }
        }
    }
    Console::note(QStringLiteral("%1 of %2 expectations hold").arg(held).arg(count));
    save(m_arguments, QStringLiteral("junit"),
         io::expectationsAsJunit(QStringLiteral("retryscope %1").arg(m_arguments.command), m_runs));
    save(m_arguments, QStringLiteral("tap"), io::expectationsAsTap(m_runs));
    return held == count ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace retryscope::cli
