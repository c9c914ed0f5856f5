// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/options.h"

#include "core/io/text/suggestions.h"
#include "ui/window/main_window.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <tuple>

namespace retryscope::gui {

namespace {

QString text(const char* latin1)
{
    return QString::fromLatin1(latin1);
}

/// `request, policy or log`
QString listed(QStringList names)
{
    const QString last = names.takeLast();
    return QStringLiteral("%1 or %2").arg(names.join(text(", ")), last);
}

void declare(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        text("Makes HTTP retries visible: every attempt, every delay, and the reason for each decision."));
    parser.addPositionalArgument(text("FILE"), text("Record, scenario, policy or probe result to open"),
                                 text("[FILE]"));
    const auto add = [&parser](const QStringList& names, const char* help, const char* value = nullptr) {
        parser.addOption(QCommandLineOption(names, text(help), value ? text(value) : QString()));
    };
    add({text("h"), text("help")}, "Show this help.");
    add({text("v"), text("version")}, "Show the version.");
    add({text("scenario")}, "Scenario that the built-in endpoint plays.", "NAME|FILE");
    add({text("policy")}, "Retry policy.", "ID|FILE");
    add({text("url")}, "Send to this URL instead of the built-in endpoint.", "URL");
    add({text("seed")}, "Seed of the jitter (random delays).", "N");
    add({text("calls")}, "Calls of each client, one after another, 1 to 100000 (default: 1).", "N");
    add({text("clients")},
        "Concurrent clients, each with its own retry quota (token bucket), 1 to 1000 (default: 1).", "N");
    add({text("virtual")}, "Run in virtual time: no sockets, no delays.");
    add({text("send")}, "Send immediately.");
    add({text("size")}, "Size of the window, for example 1440x900.", "WxH");
    add({text("theme")}, "Theme: light, dark, high-contrast or system (default: as saved in the settings).",
        "NAME");
    add({text("text-size")},
        "Points added to the system's text size, from -10 to 10 (default: as saved in the settings).",
        "POINTS");
    parser.addOption(QCommandLineOption(
        {text("panel")},
        QStringLiteral("Open this page of the window: %1.").arg(listed(ui::MainWindow::panelNames())),
        text("NAME")));
    add({text("screenshot")},
        "Save a picture of the window when the run has ended, then quit; needs no display.", "FILE.png");
    add({text("export")},
        "Save the timeline of the record FILE as svg, png or pdf, then quit; needs no display.",
        "FILE.svg|png|pdf");
    add({text("scale")}, "Resolution of an exported png: 1, or 2 for high-density screens (default: 2).",
        "N");
}

io::Error usage(const QString& message)
{
    return {.kind = io::Error::Kind::BadUsage, .message = message, .place = {}};
}

io::Result<io::Done> readSize(const QString& value, Options& options)
{
    static const QRegularExpression pattern(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const QRegularExpressionMatch match = pattern.match(value);
    if (!match.hasMatch()) {
        return usage(QStringLiteral("--size: “%1” is not a size; write for example 1440x900").arg(value));
    }
    options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    return io::Done{};
}

io::Result<io::Done> readTheme(const QString& value, Options& options)
{
    const QStringList names{text("system"), text("light"), text("dark"), text("high-contrast")};
    const qsizetype index = names.indexOf(value);
    if (index < 0) {
        return usage(
            QStringLiteral("--theme: “%1” is unknown; %2").arg(value, io::allowedText(value, names)));
    }
    options.theme = static_cast<ui::ThemeChoice>(index);
    return io::Done{};
}

io::Result<io::Done> readTextSize(const QString& value, Options& options)
{
    constexpr int kMost = ui::Settings::kLargestZoom;
    bool isNumber = false;
    options.textSize = value.toInt(&isNumber);
    if (!isNumber || *options.textSize < -kMost || *options.textSize > kMost) {
        return usage(
            QStringLiteral("--text-size: “%1” is not a whole number from -%2 to %2").arg(value).arg(kMost));
    }
    return io::Done{};
}

io::Result<io::Done> readSeed(const QString& value, Options& options)
{
    bool isNumber = false;
    options.seed = value.toULongLong(&isNumber);
    if (!isNumber) {
        return usage(
            QStringLiteral("--seed: “%1” is not a whole number from 0 to 18446744073709551615").arg(value));
    }
    return io::Done{};
}

io::Result<int> readCount(const QString& option, const QString& value, int most)
{
    bool isNumber = false;
    const int count = value.toInt(&isNumber);
    if (!isNumber || count < 1 || count > most) {
        return usage(
            QStringLiteral("--%1: “%2” is not a whole number from 1 to %3").arg(option, value).arg(most));
    }
    return count;
}

io::Result<io::Done> readScale(const QString& value, Options& options)
{
    if (value != text("1") && value != text("2")) {
        return usage(QStringLiteral("--scale: “%1” is unknown; allowed: 1, 2").arg(value));
    }
    options.exportScale = value.toInt();
    return io::Done{};
}

io::Result<io::Done> readPanel(const QString& value, Options& options)
{
    const QStringList names = ui::MainWindow::panelNames();
    if (!names.contains(value)) {
        return usage(
            QStringLiteral("--panel: “%1” is unknown; %2").arg(value, io::allowedText(value, names)));
    }
    options.panel = value;
    return io::Done{};
}

io::Result<io::Done> readPicture(const QString& option, const QString& value, const QStringList& endings)
{
    for (const QString& ending : endings) {
        if (value.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive)) {
            return io::Done{};
        }
    }
    return usage(QStringLiteral("--%1: “%2” must end in .%3").arg(option, value, endings.join(text(", ."))));
}

} // namespace

io::Result<Options> optionsFrom(const QStringList& arguments)
{
    QCommandLineParser parser;
    declare(parser);
    if (!parser.parse(arguments)) {
        return usage(parser.errorText() + text(" See --help."));
    }
    Options options;
    options.wantsHelp = parser.isSet(text("help"));
    options.wantsVersion = parser.isSet(text("version"));
    options.scenario = parser.value(text("scenario"));
    options.policy = parser.value(text("policy"));
    options.url = parser.value(text("url"));
    options.sends = parser.isSet(text("send"));
    options.isVirtual = parser.isSet(text("virtual"));
    options.screenshot = parser.value(text("screenshot"));
    options.exportTo = parser.value(text("export"));
    const QStringList files = parser.positionalArguments();
    options.file = files.value(0);

    using Reader = io::Result<io::Done> (*)(const QString&, Options&);
    const std::pair<const char*, Reader> readers[] = {{"size", readSize},          {"theme", readTheme},
                                                      {"text-size", readTextSize}, {"seed", readSeed},
                                                      {"panel", readPanel},        {"scale", readScale}};
    for (const auto& [name, read] : readers) {
        if (parser.isSet(text(name))) {
            if (const auto done = read(parser.value(text(name)), options); !done) {
                return done.error();
            }
        }
    }
    const std::tuple<const char*, int, int*> counts[] = {{"calls", 100000, &options.calls},
                                                         {"clients", 1000, &options.clients}};
    for (const auto& [name, most, count] : counts) {
        if (parser.isSet(text(name))) {
            const io::Result<int> read = readCount(text(name), parser.value(text(name)), most);
            if (!read) {
                return read.error();
            }
            *count = read.value();
        }
    }
    const std::pair<const char*, QStringList> pictures[] = {
        {"screenshot", {text("png")}}, {"export", {text("svg"), text("png"), text("pdf")}}};
    for (const auto& [name, endings] : pictures) {
        if (parser.isSet(text(name))) {
            if (const auto done = readPicture(text(name), parser.value(text(name)), endings); !done) {
                return done.error();
            }
        }
    }
    if (files.size() > 1) {
        return usage(QStringLiteral("only one FILE is allowed; unexpected “%1”").arg(files.at(1)));
    }
    if (!options.exportTo.isEmpty() && options.file.isEmpty()) {
        return usage(text("--export needs FILE, the record to draw"));
    }
    return options;
}

QString helpText()
{
    QCommandLineParser parser;
    declare(parser);
    return parser.helpText();
}

} // namespace retryscope::gui
