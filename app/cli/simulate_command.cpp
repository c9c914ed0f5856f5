// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/expectations.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/run_plan.h"
#include "core/io/export/export_report.h"
#include "core/simulate/simulate.h"

namespace retryscope::cli {

ExitCode simulateCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"; give the scenario with --scenario NAME|FILE")
                             .arg(arguments.positional.first()));
    }
    if (!arguments.has(QStringLiteral("scenario"))) {
        throw usageError(QStringLiteral("simulate needs --scenario NAME|FILE"));
    }
    const io::Library library = userLibrary();
    const RunPlan plan = planRun(arguments, library);
    Expectations expectations(arguments);
    // From before the seed is told, so that from then on a signal always leaves a record. What is read before
    // may keep the program waiting, and there is nothing to lose.
    const Interrupt interrupt(Interrupt::Remains::Record);
    RunHeader header = plan.header;
    header.seed = chooseSeed(arguments);
    header.isVirtual = true;
    const auto calls =
        static_cast<std::size_t>(header.clients) * static_cast<std::size_t>(header.callsPerClient);
    const bool isSummedUp = calls > io::kCallsInFull && !console.wantsJson() &&
                            !arguments.has(QStringLiteral("output")) &&
                            !arguments.has(QStringLiteral("expect"));
    const SimulationWatch watch = [](std::int64_t) {
        return Interrupt::wasRaised();
    };
    const RunRecord record = simulate(std::move(header), *plan.scenario, watch,
                                      isSummedUp ? ResponsePer::Second : ResponsePer::Request);
    const ExitCode delivered = deliverRecord(record, arguments, console);
    expectations.check(record);
    const ExitCode expected = expectations.deliver(delivered);
    return Interrupt::wasRaised() ? ExitCode::Interrupted : expected;
}

} // namespace retryscope::cli
