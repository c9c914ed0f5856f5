// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/console.h"

#include "app/cli/report_text.h"
#include "core/io/documents/record_json.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QIODevice>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

namespace retryscope::cli {

namespace {

constexpr int kDefaultWidth = 80;
constexpr int kNarrowestTerminal = 40;
constexpr int kWidest = 400;

/// COLUMNS wins, as for other programs; 80 where nobody knows.
int terminalWidth()
{
    bool isNumber = false;
    const int columns = qEnvironmentVariableIntValue("COLUMNS", &isNumber);
    if (isNumber && columns > 0) {
        return std::clamp(columns, kNarrowestTerminal, kWidest);
    }
    winsize size{};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return std::clamp(static_cast<int>(size.ws_col), kNarrowestTerminal, kWidest);
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

/// Standard output as a device. What it refuses is kept in mind.
class StandardOutput : public QIODevice
{
public:
    StandardOutput() { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }

    void finish()
    {
        if (m_errorNumber == 0 && std::fflush(stdout) != 0) {
            m_errorNumber = errno;
        }
        if (m_errorNumber != 0) {
            throw io::Error{io::Error::Kind::Environment,
                            QStringLiteral("cannot write to standard output: %1")
                                .arg(QString::fromLocal8Bit(std::strerror(m_errorNumber))),
                            QString()};
        }
    }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override
    {
        const auto wanted = static_cast<std::size_t>(size);
        if (m_errorNumber == 0 && std::fwrite(data, 1, wanted, stdout) != wanted) {
            m_errorNumber = errno;
        }
        return m_errorNumber == 0 ? size : -1;
    }

private:
    int m_errorNumber = 0; ///< of the first write that failed
};

void write(const QByteArray& bytes)
{
    StandardOutput output;
    output.write(bytes);
    output.finish();
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
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        line = printable(line);
    }
    const QString clean = lines.join(QLatin1Char('\n'));
    if (!hasColor || tone == Tone::Plain || clean.isEmpty()) {
        return clean;
    }
    return QLatin1String(escapeFor(tone)) + clean + QLatin1String("\x1b[0m");
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

Console Console::from(const Arguments& arguments)
{
    Console console;
    console.m_wantsJson = arguments.choice(QStringLiteral("format")) == QLatin1String("json");
    console.m_canShowProgress = isatty(STDERR_FILENO) != 0;
    console.m_style = {.width = terminalWidth(),
                       .hasColor = wantsColor(arguments.choice(QStringLiteral("color")))};
    return console;
}

void Console::print(const QString& text) const
{
    write(text.toUtf8());
}

void Console::print(const Report& report) const
{
    print(textOf(report, m_style));
}

void Console::print(const QJsonObject& document) const
{
    write(io::documentBytes(document));
}

void Console::print(const QByteArray& bytes) const
{
    write(bytes);
}

void Console::print(const std::function<void(QIODevice&)>& write) const
{
    StandardOutput output;
    write(output);
    output.finish();
}

void Console::note(const QString& text)
{
    const QByteArray line = printable(toQString(io::redactedText(fromQString(text)))).toUtf8() + '\n';
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
