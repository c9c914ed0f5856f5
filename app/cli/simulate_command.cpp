// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/record_report.h"
#include "app/cli/run_plan.h"
#include "core/simulate/simulate.h"

namespace retryscope::cli {

Outcome simulateCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; give the scenario with --scenario NAME|FILE")
                              .arg(arguments.positional.first()));
    }
    if (!arguments.has(QStringLiteral("scenario"))) {
        return usageError(QStringLiteral("simulate needs --scenario NAME|FILE"));
    }
    const io::Library library = userLibrary();
    io::Result<RunPlan> plan = planRun(arguments, library);
    if (!plan) {
        return plan.error();
    }
    // From before the seed is told, so that from then on a signal always leaves a record. What is read before
    // may keep the program waiting, and there is nothing to lose.
    const Interrupt interrupt(Interrupt::Remains::Record);
    RunHeader header = plan.value().header;
    header.seed = chooseSeed(arguments);
    header.isVirtual = true;
    const auto calls =
        static_cast<std::size_t>(header.clients) * static_cast<std::size_t>(header.callsPerClient);
    const bool isSummedUp =
        calls > kCallsInFull && !console.wantsJson() && !arguments.has(QStringLiteral("output"));
    const RunRecord record = simulate(std::move(header), *plan.value().scenario, Interrupt::wasRaised,
                                      isSummedUp ? ResponsePer::Second : ResponsePer::Request);
    const Outcome delivered = deliverRecord(record, arguments, console);
    return delivered && Interrupt::wasRaised() ? Outcome(ExitCode::Interrupted) : delivered;
}

} // namespace retryscope::cli
