// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/expectations.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/window_program.h"
#include "core/explain/bench_report.h"
#include "core/explain/bench_text.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/bench_json.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/export/export_csv.h"
#include "core/io/export/export_har.h"
#include "core/io/export/export_html.h"
#include "core/io/export/export_otlp.h"
#include "core/io/export/export_report.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/library.h"
#include "core/io/files/opened_file.h"
#include "core/io/import/client_readers.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QFileInfo>
#include <QIODevice>
#include <QTemporaryFile>

#include <array>
#include <functional>
#include <optional>
#include <variant>

#include <unistd.h>

namespace retryscope::cli {

namespace {

/// Writes the result.
using Write = std::function<void(QIODevice&)>;

/// What a conversion starts from.
struct Source
{
    const Arguments& arguments;
    QString file;
    io::OpenedFile content;

    [[nodiscard]] io::RecordJsonOptions options() const
    {
        return {.includeSecrets = arguments.has(QStringLiteral("include-secrets"))};
    }
    [[nodiscard]] const RunRecord& record() const { return std::get<RunRecord>(content); }
    /// Absent where it is none.
    [[nodiscard]] std::optional<Bench> bench() const
    {
        const auto* bench = std::get_if<Bench>(&content);
        return bench == nullptr           ? std::nullopt
               : options().includeSecrets ? std::optional(*bench)
                                          : std::optional(io::redacted(*bench));
    }
};

Write toJson(const Source& source)
{
    return [&source](QIODevice& device) {
        const bool tellsSecrets = source.options().includeSecrets;
        if (const auto* policy = std::get_if<Policy>(&source.content)) {
            device.write(io::documentBytes(io::policyToJson(tellsSecrets ? *policy : io::redacted(*policy))));
        } else if (const auto* scenario = std::get_if<Scenario>(&source.content)) {
            device.write(
                io::documentBytes(io::scenarioToJson(tellsSecrets ? *scenario : io::redacted(*scenario))));
        } else if (const std::optional<Bench> bench = source.bench()) {
            io::writeBench(device, *bench);
        } else {
            io::writeRecord(device, source.record(), source.options());
        }
    };
}

Write toCsv(const Source& source)
{
    return [&source](QIODevice& device) {
        const std::optional<Bench> bench = source.bench();
        device.write(bench ? QByteArray::fromStdString(benchAsCsv(*bench))
                           : io::recordToCsv(source.record(), source.options()));
    };
}

Write toHar(const Source& source)
{
    return [&source](QIODevice& device) {
        io::writeRecordAsHar(source.record(), device, source.options());
    };
}

Write toOtlp(const Source& source)
{
    return [&source](QIODevice& device) {
        io::writeRecordAsOtlp(source.record(), device, source.options());
    };
}

Write toMarkdown(const Source& source)
{
    return [&source](QIODevice& device) {
        const std::optional<Bench> bench = source.bench();
        device.write(bench ? QByteArray::fromStdString(reportMarkdown(benchReport(*bench, {}, kNeverWrapped)))
                           : io::recordToMarkdown(source.record(), source.options()));
    };
}

Write toHtml(const Source& source)
{
    return [&source](QIODevice& device) {
        device.write(io::recordToHtml(source.record(), io::clientKnowledge(), source.options()));
    };
}

/// A picture is there as a whole or not at all.
Write picture(const QByteArray& bytes)
{
    return [bytes](QIODevice& device) {
        device.write(bytes);
    };
}

/// Of a record that was imported, from a temporary file, since the picture's program reads one file.
Write drawn(const Source& source, const QString& form, const QStringList& options)
{
    if (!source.record().header().isImportedNow) {
        return picture(drawTimeline(source.file, form, options));
    }
    QTemporaryFile record;
    if (!record.open()) {
        throw io::Error{.kind = io::Error::Kind::Environment, .message = record.errorString(), .place = {}};
    }
    io::writeRecord(record, source.record());
    record.close();
    return picture(drawTimeline(record.fileName(), form, options));
}

Write toSvg(const Source& source)
{
    return drawn(source, QStringLiteral("svg"), {});
}

Write toPng(const Source& source)
{
    const QString scale = source.arguments.value(QStringLiteral("scale"));
    return drawn(source, QStringLiteral("png"),
                 scale.isEmpty() ? QStringList() : QStringList{QStringLiteral("--scale"), scale});
}

struct Format
{
    const char* name;
    Write (*convert)(const Source& source);
    bool isForRecordsOnly;
    bool isForBenches; ///< too
    /// Of a record or a bench: it stays private, as those that a run writes; what is drawn or listed is made
    /// to be passed on.
    io::Readers ofTraffic = io::Readers::AsUsual;
};

constexpr std::array<Format, 8> kFormats{{{"json", toJson, false, true, io::Readers::Owner},
                                          {"csv", toCsv, true, true},
                                          {"har", toHar, true, false, io::Readers::Owner},
                                          {"otlp", toOtlp, true, false, io::Readers::Owner},
                                          {"markdown", toMarkdown, true, true},
                                          {"html", toHtml, true, false},
                                          {"svg", toSvg, true, false},
                                          {"png", toPng, true, false}}};

QString formatNames()
{
    QStringList names;
    for (const Format& format : kFormats) {
        names += QLatin1String(format.name);
    }
    return names.join(QStringLiteral(", "));
}

Format wantedFormat(const Arguments& arguments)
{
    const QString option = QStringLiteral("to");
    if (!arguments.has(option)) {
        throw usageError(QStringLiteral("convert needs --to FORMAT; allowed: %1").arg(formatNames()));
    }
    const QString name = arguments.value(option);
    for (const Format& format : kFormats) {
        if (name == QLatin1String(format.name)) {
            return format;
        }
    }
    throw choiceError(option, name, formatNames().split(QStringLiteral(", ")));
}

void checkUse(const Arguments& arguments, const Format& format)
{
    if (arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("convert needs a FILE, got none"));
    }
    const bool isPng = QLatin1String(format.name) == QLatin1String("png");
    if (isPng && !arguments.has(QStringLiteral("output")) && isatty(STDOUT_FILENO) != 0) {
        throw usageError(QStringLiteral("cannot write a png to a terminal; use --output FILE"));
    }
    return;
}

/// A name that is no file may be that of something built in, which `show` prints.
io::Error orBuiltIn(io::Error error, const QString& name)
{
    const io::Library library = userLibrary();
    const char* command = library.scenario(name) ? "scenarios" : library.policy(name) ? "policies" : nullptr;
    if (command != nullptr) {
        error.message +=
            QStringLiteral("; to print the built-in one: retryscope-cli %1 show %2 --format json")
                .arg(QLatin1String(command), name);
    }
    return error;
}

io::OpenedFile openedFor(const Arguments& arguments)
{
    const QString& file = arguments.positional.first();
    if (arguments.positional.size() > 1 || arguments.has(QStringLiteral("from"))) {
        return readRecord(arguments.positional, arguments);
    }
    io::Result<io::OpenedFile> opened = io::openFile(file);
    if (!opened) {
        throw QFileInfo::exists(file) ? opened.error() : orBuiltIn(opened.error(), file);
    }
    if (const auto* record = std::get_if<RunRecord>(&opened.value())) {
        tellAbout(*record, file);
    } else if (std::holds_alternative<io::ResponseText>(opened.value())) {
        return readRecord(arguments.positional, arguments); // which says what can be done with it
    }
    return std::move(opened).value();
}

} // namespace

ExitCode convertCommand(const Arguments& arguments, const Console& console)
{
    const Format format = wantedFormat(arguments);
    checkUse(arguments, format);
    Expectations expectations(arguments);
    const QString& file = arguments.positional.first();
    Source source{.arguments = arguments, .file = file, .content = openedFor(arguments)};
    if (auto* bench = std::get_if<Bench>(&source.content)) {
        io::judgeAgain(*bench, userLibrary());
        if (const std::string text = changedVerdictsText(*bench); !text.empty()) {
            Console::note(QStringLiteral("%1: %2").arg(file, toQString(text)));
        }
    }
    const bool isRecord = std::holds_alternative<RunRecord>(source.content);
    const bool isBench = std::holds_alternative<Bench>(source.content);
    if (format.isForRecordsOnly && !isRecord && !(isBench && format.isForBenches)) {
        throw usageError(
            isBench ? QStringLiteral("%1 is a probe result; convert it to json, csv or markdown").arg(file)
                    : QStringLiteral("%1 is a policy or scenario; it converts only to json, not to %2")
                          .arg(file, QLatin1String(format.name)));
    }
    if (isRecord) {
        expectations.check(source.record());
    } else if (arguments.has(QStringLiteral("expect"))) {
        throw usageError(QStringLiteral("--expect needs a record; %1 is not a record").arg(file));
    }
    const Write converted = format.convert(source);
    const QString option = QStringLiteral("output");
    if (!arguments.has(option)) {
        console.print(converted);
        return expectations.deliver(ExitCode::Succeeded);
    }
    // From here on a signal waits for the end, so that no half of a file stays beside the old one.
    const Interrupt interrupt(Interrupt::Remains::Nothing);
    const io::Readers readers = isRecord || isBench ? format.ofTraffic : io::Readers::AsUsual;
    need(io::writeFile(arguments.value(option), converted, readers));
    const ExitCode expected = expectations.deliver(ExitCode::Succeeded);
    return Interrupt::wasRaised() ? ExitCode::Interrupted : expected;
}

} // namespace retryscope::cli
