// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of a command line, each up to a zero byte, and what reads the values of options. Files are not read.

#include "app/cli/arguments.h"
#include "app/cli/command_table.h"
#include "app/cli/console.h"
#include "app/cli/given_response.h"
#include "app/cli/help.h"
#include "app/cli/layers.h"
#include "app/cli/options.h"
#include "app/cli/poll_choice.h"
#include "app/cli/request_choice.h"
#include "core/facts/header_syntax.h"
#include "core/io/text/utf8.h"
#include "tests/fuzz/fuzz_check.h"

#include <optional>

namespace {

using namespace retryscope;
using namespace retryscope::cli;

/// The value, or nothing where it is refused. What is told of a bad value: on one line, and the command line
/// is to blame.
template <typename Read>
auto valueOf(Read read) -> std::optional<decltype(read())>
{
    try {
        return read();
    } catch (const io::Error& error) {
        require(error.kind == io::Error::Kind::BadUsage, "the command line is to blame");
        const QString said = printable(error.text());
        require(!said.isEmpty() && !said.contains(u'\n') && !said.contains(u'\x1b'),
                "an error is one line, without controls");
        return std::nullopt;
    }
}

bool namesFile(const Arguments& arguments)
{
    for (const char* option : {"data", "body", "poll-data"}) {
        for (const QString& value : arguments.values(QString::fromLatin1(option))) {
            if (value.startsWith(u'@')) {
                return true;
            }
        }
    }
    return arguments.has(QStringLiteral("response"));
}

void readValues(const Arguments& arguments)
{
    if (const auto headers = valueOf([&] { return headersIn(arguments); })) {
        for (const Header& header : headers->entries) {
            require(isToken(header.name), "a header has a name");
            require(header.value.find_first_of("\r\n") == std::string::npos, "a header is one line");
        }
    }
    static_cast<void>(valueOf([&] { return layersFrom(arguments); }));
    static_cast<void>(valueOf([&] { return outerLoopFrom(arguments); }));
    if (namesFile(arguments)) {
        return;
    }
    if (isResponseGiven(arguments)) {
        const auto given = valueOf([&] { return givenResponse(arguments, "GET"); });
        if (given && given->response) {
            require(given->response->status >= 100 && given->response->status <= 999,
                    "a status has three digits");
        }
    }
    if (const auto spec = valueOf([&] { return chooseRequest(arguments, {}); })) {
        require(isToken(spec->method), "a method is one word");
        require(spec->connectTimeout > Duration::zero(), "an attempt has time to connect");
        require(!spec->deadline || *spec->deadline > Duration::zero(), "a call has time");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    TextStyle style;
    style.width = 20 + static_cast<int>(input.byte());
    QStringList words;
    while (!input.rest().empty()) {
        words.append(toQString(input.text()));
    }
    const auto arguments = valueOf([&] { return parseArguments(words); });
    if (!arguments) {
        return 0;
    }
    const auto deadline = arguments->time(QStringLiteral("deadline"));
    require(!deadline || *deadline > Duration::zero() || arguments->has(QStringLiteral("help")),
            "what is read is checked");
    require(arguments->command.isEmpty() || commandNames().contains(arguments->command),
            "the command is one of the program's");
    for (const QString& option : optionNames(arguments->command)) {
        const QString name = option.mid(2);
        require(arguments->values(name).size() == arguments->places(name).size(), "each value has its place");
    }
    if (arguments->has(QStringLiteral("help"))) {
        require(helpText(arguments->command, style).endsWith(u'\n'), "help is whole lines");
        return 0;
    }
    readValues(*arguments);
    return 0;
}
