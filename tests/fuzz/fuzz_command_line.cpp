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

namespace {

using namespace retryscope;
using namespace retryscope::cli;

/// What is told of a bad value: on one line, and the command line is to blame.
template <typename Value>
bool isRead(const io::Result<Value>& result)
{
    if (!result) {
        require(result.error().kind == io::Error::Kind::BadUsage, "the command line is to blame");
        const QString said = printable(result.error().text());
        require(!said.isEmpty() && !said.contains(u'\n') && !said.contains(u'\x1b'),
                "an error is one line, without controls");
    }
    return result.ok();
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
    const io::Result<Headers> headers = headersIn(arguments);
    if (isRead(headers)) {
        for (const Header& header : headers.value().entries) {
            require(isToken(header.name), "a header has a name");
            require(header.value.find_first_of("\r\n") == std::string::npos, "a header is one line");
        }
    }
    static_cast<void>(isRead(layersFrom(arguments)) && isRead(outerLoopFrom(arguments)));
    if (namesFile(arguments)) {
        return;
    }
    if (isResponseGiven(arguments)) {
        const io::Result<AttemptFacts> given = givenResponse(arguments, "GET");
        if (isRead(given) && given.value().response) {
            require(given.value().response->status >= 100 && given.value().response->status <= 999,
                    "a status has three digits");
        }
    }
    const io::Result<RequestSpec> spec = chooseRequest(arguments, {});
    if (isRead(spec)) {
        require(isToken(spec.value().method), "a method is one word");
        require(spec.value().connectTimeout > Duration::zero(), "an attempt has time to connect");
        require(!spec.value().deadline || *spec.value().deadline > Duration::zero(), "a call has time");
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
    const io::Result<Arguments> arguments = parseArguments(words);
    if (!isRead(arguments)) {
        return 0;
    }
    const auto deadline = arguments.value().time(QStringLiteral("deadline"));
    require(!deadline || *deadline > Duration::zero() || arguments.value().has(QStringLiteral("help")),
            "what is read is checked");
    require(arguments.value().command.isEmpty() || commandNames().contains(arguments.value().command),
            "the command is one of the program's");
    for (const QString& option : optionNames(arguments.value().command)) {
        const QString name = option.mid(2);
        require(arguments.value().values(name).size() == arguments.value().places(name).size(),
                "each value has its place");
    }
    if (arguments.value().has(QStringLiteral("help"))) {
        require(helpText(arguments.value().command, style).endsWith(u'\n'), "help is whole lines");
        return 0;
    }
    readValues(arguments.value());
    return 0;
}
