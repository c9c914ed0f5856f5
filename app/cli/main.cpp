// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/help.h"
#include "app/cli/interrupt.h"
#include "app/version/full_version.h"
#include "core/io/redact/secret_names.h"
#include "core/io/text/program_version.h"

#include <QByteArrayView>
#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace retryscope;
using namespace retryscope::cli;

using Command = ExitCode (*)(const Arguments&, const Console&);
constexpr std::array<std::pair<const char*, Command>, 15> kCommands{{
    {"completion", completionCommand},
    {"policies", policiesCommand},
    {"scenarios", scenariosCommand},
    {"run", runCommand},
    {"simulate", simulateCommand},
    {"replay", replayCommand},
    {"explain", explainCommand},
    {"bounds", boundsCommand},
    {"affected", affectedCommand},
    {"record", recordCommand},
    {"infer", inferCommand},
    {"probe", probeCommand},
    {"serve", serveCommand},
    {"import", importTrafficCommand},
    {"convert", convertCommand},
}};

QString helpOn(const Arguments& arguments, const TextStyle& style)
{
    return arguments.helpTopic == QLatin1String("terms")      ? termsText()
           : arguments.helpTopic == QLatin1String("services") ? servicesText(style)
           : arguments.helpTopic == QLatin1String("all")      ? fullHelpText(arguments.command, style)
                                                              : helpText(arguments.command, style);
}

ExitCode dispatch(const QStringList& words)
{
    Arguments arguments = parseArguments(words);
    const Console console = Console::from(arguments);
    io::setOtherSecretNames(arguments.texts(QStringLiteral("secret-name")));
    if (arguments.has(QStringLiteral("help"))) {
        console.print(helpOn(arguments, console.style()));
        return ExitCode::Succeeded;
    }
    if (arguments.has(QStringLiteral("version"))) {
        console.print(io::programNameAndVersion() + QLatin1Char('\n'));
        return ExitCode::Succeeded;
    }
    for (const QString& remark : dropWithoutEffect(arguments)) {
        Console::note(QStringLiteral("WARNING: ") + remark);
    }
    refuseSharedFiles(arguments);
    for (const auto& [name, command] : kCommands) {
        if (arguments.command == QLatin1String(name)) {
            return command(arguments, console);
        }
    }
    throw usageError(QStringLiteral("no command"));
}

ExitCode runProgram(const QStringList& words)
{
    try {
        return dispatch(words);
    } catch (const io::Error& error) {
        Console::note(QStringLiteral("retryscope-cli: ") + error.text());
        if (error.kind == io::Error::Kind::BadUsage) {
            const bool hasCommand = !words.isEmpty() && commandNames().contains(words.first());
            Console::note(QStringLiteral("Try \"retryscope-cli %1--help\".")
                              .arg(hasCommand ? words.first() + QLatin1Char(' ') : QString()));
        }
        return exitCodeFor(error);
    }
}

/// Whatever the program is at: what it holds is more than the machine gives.
[[noreturn]] void endWithoutMemory()
{
    constexpr std::string_view kSaid = "retryscope-cli: out of memory; use smaller files, fewer calls or "
                                       "rows, or a smaller --keep-bodies (run only)\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
    _exit(static_cast<int>(ExitCode::EnvironmentRefused));
}

/// What an exception of the memory does that meets a function which lets none through.
[[noreturn]] void endAsTold()
{
    try {
        if (const std::exception_ptr unhandled = std::current_exception()) {
            std::rethrow_exception(unhandled);
        }
    } catch (const std::bad_alloc&) {
        endWithoutMemory();
    } catch (...) {
        std::abort();
    }
    std::abort();
}

/// Whoever starts us may have closed them: the next socket would get their number, and messages with it.
void openStandardStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0) {
            [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR); // the lowest that is free
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    openStandardStreams();
    std::set_new_handler(endWithoutMemory);
    std::set_terminate(endAsTold);
    std::signal(SIGXFSZ, SIG_IGN); // a write beyond `ulimit -f` then fails, and says so
    const QCoreApplication application(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); // the language of every text
    QCoreApplication::setApplicationName(QStringLiteral("retryscope"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(kFullVersion));
    const bool isRecord = argc > 1 && std::string_view(argv[1]) == "record";
    Interrupt::exitOnSignals(isRecord ? "interrupted before the recording began; nothing was recorded\n"
                                      : std::string_view());

    try {
        for (int word = 1; word < argc; ++word) {
            // Qt would make another name of it, and write to that.
            if (!QByteArrayView(argv[word]).isValidUtf8()) {
                Console::note(QStringLiteral("retryscope-cli: argument %1 is not UTF-8: %2")
                                  .arg(word)
                                  .arg(QString::fromUtf8(argv[word])));
                return static_cast<int>(ExitCode::WrongUsage);
            }
        }
        return static_cast<int>(runProgram(QCoreApplication::arguments().mid(1)));
    } catch (const std::bad_alloc&) { // Qt's containers do not ask the handler
        endWithoutMemory();
    }
}
