// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/console.h"

#include "core/io/storage/record_json.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

namespace retryscope::cli {

namespace {

constexpr int kDefaultWidth = 80;
constexpr int kNarrowest = 40;
constexpr int kWidest = 400;

/// COLUMNS wins, as for other programs; 80 where nobody knows.
int terminalWidth()
{
    bool isNumber = false;
    const int columns = qEnvironmentVariableIntValue("COLUMNS", &isNumber);
    if (isNumber && columns > 0) {
        return std::clamp(columns, kNarrowest, kWidest);
    }
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return std::clamp(static_cast<int>(size.ws_col), kNarrowest, kWidest);
    }
    return kDefaultWidth;
}

bool wantsColor(const QString& when)
{
    if (when != QLatin1String("auto")) {
        return when == QLatin1String("always");
    }
    return qEnvironmentVariableIsEmpty("NO_COLOR") && isatty(STDOUT_FILENO) != 0 && qgetenv("TERM") != "dumb";
}

const char* escapeFor(Tone tone)
{
    switch (tone) {
    case Tone::Plain:
        return "";
    case Tone::Good:
        return "\x1b[32m";
    case Tone::Warning:
        return "\x1b[33m";
    case Tone::Bad:
        return "\x1b[31m";
    case Tone::Faint:
        return "\x1b[2m";
    case Tone::Strong:
        return "\x1b[1m";
    }
    return "";
}

io::Result<io::Done> write(const QByteArray& bytes)
{
    const auto size = static_cast<std::size_t>(bytes.size());
    if (std::fwrite(bytes.constData(), 1, size, stdout) != size || std::fflush(stdout) != 0) {
        return io::Error{io::Error::Kind::Environment,
                         QStringLiteral("cannot write standard output: %1")
                             .arg(QString::fromLocal8Bit(std::strerror(errno))),
                         QString()};
    }
    return io::Done{};
}

} // namespace

ExitCode exitCodeFor(const io::Error& error)
{
    switch (error.kind) {
    case io::Error::Kind::BadInput:
        return ExitCode::BadInput;
    case io::Error::Kind::BadUsage:
        return ExitCode::WrongUsage;
    case io::Error::Kind::Environment:
        return ExitCode::EnvironmentRefused;
    }
    return ExitCode::EnvironmentRefused;
}

QString TextStyle::paint(const QString& text, Tone tone) const
{
    if (!hasColor || tone == Tone::Plain || text.isEmpty()) {
        return text;
    }
    return QLatin1String(escapeFor(tone)) + text + QLatin1String("\x1b[0m");
}

QString printable(QString text)
{
    for (QChar& character : text) {
        if (character == QLatin1Char('\n') || character == QLatin1Char('\t')) {
            character = QLatin1Char(' ');
        } else if (character.category() == QChar::Other_Control ||
                   character.category() == QChar::Other_Format) {
            character = QChar(QChar::ReplacementCharacter);
        }
    }
    return text;
}

io::Result<Console> Console::from(const Arguments& arguments)
{
    const io::Result<QString> format =
        arguments.oneOf(QStringLiteral("format"), {QStringLiteral("text"), QStringLiteral("json")});
    if (!format) {
        return format.error();
    }
    const io::Result<QString> color = arguments.oneOf(
        QStringLiteral("color"), {QStringLiteral("auto"), QStringLiteral("always"), QStringLiteral("never")});
    if (!color) {
        return color.error();
    }
    Console console;
    console.m_wantsJson = format.value() == QLatin1String("json");
    console.m_canShowProgress = isatty(STDERR_FILENO) != 0;
    console.m_style = {.width = terminalWidth(), .hasColor = wantsColor(color.value())};
    return console;
}

io::Result<io::Done> Console::print(const QString& text) const
{
    return write(text.toUtf8());
}

io::Result<io::Done> Console::print(const QJsonObject& document) const
{
    return write(io::documentBytes(document));
}

io::Result<io::Done> Console::print(const QByteArray& bytes) const
{
    return write(bytes);
}

void Console::note(const QString& text)
{
    const QByteArray line = printable(text).toUtf8() + '\n';
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
}

void Console::noteOnce(const QString& text)
{
    static QStringList said;
    if (!said.contains(text)) {
        said.append(text);
        note(text);
    }
}

void Console::showProgress(const QString& text)
{
    const QByteArray line = "\r\x1b[K" + text.toUtf8();
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
    std::fflush(stderr);
}

} // namespace retryscope::cli
