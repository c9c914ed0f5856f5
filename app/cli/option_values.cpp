// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/option_values.h"

#include "app/cli/arguments.h"
#include "app/cli/layers.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/run_plan.h"
#include "core/facts/header_syntax.h"
#include "core/facts/service_protocol.h"
#include "core/io/endpoint/listen_address.h"
#include "core/io/files/behaviour_files.h"
#include "core/io/files/bench_files.h"
#include "core/io/http/pasted_address.h"
#include "core/io/http/wire_target.h"
#include "core/io/json/json_units.h"
#include "core/io/redact/follow_redirect.h"
#include "core/io/redact/secret_names.h"
#include "core/io/text/number_text.h"
#include "core/io/text/utf8.h"
#include "core/io/wire/proxy_choice.h"
#include "core/io/wire/tls_setup.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::cli {

namespace {

/// It comes once, and the command may want it.
bool isStandardInput(const QString& name)
{
    return name == QLatin1String("-");
}

ValueRule fileRule(ValueRule::Check read)
{
    ValueRule rule;
    rule.readFiles = [read = std::move(read)](const QString& option, const QString& value) {
        if (!isStandardInput(value)) {
            read(option, value);
        }
    };
    return rule;
}

/// Where times stand in the value of an option, each is as odd as if it stood alone.
QString remarkOnTimes(const QString& option, const QStringList& times)
{
    for (const QString& time : times) {
        if (QString remark = remarkOnTime(option, time); !remark.isEmpty()) {
            return remark;
        }
    }
    return {};
}

QStringList builtIn(const std::vector<io::Library::Entry>& entries)
{
    QStringList ids;
    for (const io::Library::Entry& entry : entries) {
        if (entry.isBuiltIn) {
            ids += entry.id;
        }
    }
    return ids;
}

template <typename Names>
QStringList textsOf(const Names& names)
{
    QStringList texts;
    for (const std::string_view name : names) {
        texts += toQString(name);
    }
    return texts;
}

} // namespace

std::optional<TimeValue> timeFrom(QStringView text)
{
    constexpr double kLongest = 1e12; // ms: 31 years
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (isNumber) {
        const bool isGood = std::isfinite(number) && number >= 0 && number <= kLongest;
        return isGood ? std::optional(TimeValue{fromMilliseconds(number), true}) : std::nullopt;
    }
    const std::optional<Duration> duration = io::durationFromText(text);
    return duration && *duration <= fromMilliseconds(kLongest) ? std::optional(TimeValue{*duration, false})
                                                               : std::nullopt;
}

LatencySpread latencyFrom(const QString& text)
{
    LatencySpread latency;
    bool isGood = true;
    for (const QString& part : text.split(QLatin1Char(','))) {
        const QString name = part.section(QLatin1Char('='), 0, 0).trimmed();
        const std::optional<TimeValue> time = timeFrom(part.section(QLatin1Char('='), 1).trimmed());
        const bool isKnown = name == QLatin1String("p50") || name == QLatin1String("p99");
        isGood = isGood && isKnown && time;
        if (isGood) {
            (name == QLatin1String("p50") ? latency.p50 : latency.p99) = time->duration;
        }
    }
    if (!isGood || latency.p50 <= Duration::zero() || latency.p99 < latency.p50) {
        throw valueError(QStringLiteral("latency"), text,
                         QStringLiteral("p50=TIME,p99=TIME such as p50=20ms,p99=1.5s; both above 0, p99 at "
                                        "least p50; a bare number means milliseconds"));
    }
    return latency;
}

QString remarkOnTime(const QString& option, QStringView text)
{
    constexpr double kMostThatMeanSeconds = 9; // nobody waits so few milliseconds for a server
    const std::optional<TimeValue> time = timeFrom(text);
    const double number = time ? toMilliseconds(time->duration) : 0;
    const bool isOdd = time && time->isBare && number >= 1 && number <= kMostThatMeanSeconds;
    return isOdd ? QStringLiteral("--%1 %2 means %2 ms; write %2s for seconds").arg(option, text) : QString();
}

QStringList namesIn(const char* list)
{
    return QString::fromLatin1(list).split(QLatin1Char(' '));
}

ValueRule numberFrom(qint64 lowest, qint64 highest)
{
    return readBy([lowest, highest](const QString& option, const QString& value) {
        bool isNumber = false;
        const qint64 number = value.toLongLong(&isNumber);
        const bool isGood = isNumber && number >= lowest && number <= highest;
        if (!isGood) {
            throw valueError(option, value, io::wholeNumberText(lowest, highest));
        }
    });
}

ValueRule timeValue()
{
    ValueRule rule = readBy([](const QString& option, const QString& value) {
        const std::optional<TimeValue> time = timeFrom(value);
        if (!time || time->duration <= Duration::zero()) {
            throw valueError(option, value, QString::fromUtf16(kTimeForms));
        }
    });
    rule.remark = [](const QString& option, const QString& value) {
        return remarkOnTime(option, value);
    };
    return rule;
}

ValueRule latencyValue()
{
    ValueRule rule =
        readBy([](const QString&, const QString& value) { static_cast<void>(latencyFrom(value)); });
    rule.remark = [](const QString& option, const QString& value) {
        QStringList times;
        for (const QString& part : value.split(QLatin1Char(','))) {
            times.append(part.section(QLatin1Char('='), 1));
        }
        return remarkOnTimes(option, times);
    };
    return rule;
}

ValueRule layerValue()
{
    ValueRule rule = readBy([](const QString&, const QString& value) {
        if (value != QLatin1String(kPlaceOfPolicy)) {
            static_cast<void>(layerFrom(value));
        }
    });
    rule.remark = [](const QString& option, const QString& value) {
        return remarkOnTimes(option, {value.section(QLatin1Char(','), 1)});
    };
    return rule;
}

ValueRule oneOf(const QStringList& choices)
{
    ValueRule rule = readBy([choices](const QString& option, const QString& value) {
        if (!choices.contains(value)) {
            throw choiceError(option, value, choices);
        }
    });
    rule.choices = choices;
    return rule;
}

ValueRule address()
{
    return readBy([](const QString& option, const QString& value) {
        if (const auto read = io::readAddress(value.toStdString()); !read) {
            throw addressError(option, value, read.error());
        }
    });
}

ValueRule listenAddress()
{
    return readBy([](const QString& option, const QString& value) {
        if (const auto listen = io::listenAddressFrom(value); !listen) {
            throw usageError(QStringLiteral("invalid value for --%1: %2").arg(option, listen.error().text()));
        }
    });
}

ValueRule header()
{
    return readBy(
        [](const QString& option, const QString& value) { static_cast<void>(headerFrom(option, value)); });
}

ValueRule followHeader()
{
    return readBy([](const QString& option, const QString& value) {
        const std::string name = value.toStdString();
        if (!isToken(name)) { // it may be a whole field, with its value
            throw valueError(option, nameAtMost(value),
                             QStringLiteral("the name of a header field such as X-Tenant"));
        }
        if (io::staysWithServer(name)) {
            throw valueError(option, value,
                             QStringLiteral("a field that holds no secret: this one never goes to another "
                                            "server"));
        }
    });
}

ValueRule textOrFileName()
{
    ValueRule rule;
    rule.readFiles = [](const QString&, const QString& value) {
        if (value != QLatin1String("@-")) {
            static_cast<void>(textOrFile(value));
        }
    };
    return rule;
}

ValueRule inputFile()
{
    return fileRule(
        [](const QString&, const QString& value) { static_cast<void>(need(io::openToRead(value))); });
}

ValueRule outputFile()
{
    ValueRule rule =
        fileRule([](const QString& option, const QString& value) { checkOutputFile(option, value); });
    rule.isOutput = true;
    return rule;
}

ValueRule certificateFile()
{
    return fileRule([](const QString&, const QString& value) { need(io::checkCertificateFile(value)); });
}

ValueRule keyFile()
{
    return fileRule([](const QString&, const QString& value) { need(io::checkKeyFile(value)); });
}

ValueRule proxyAddress()
{
    ValueRule rule;
    rule.readFiles = [](const QString&, const QString& value) {
        const auto anyone = io::targetOf("http://localhost/");
        static_cast<void>(need(io::proxyFor({.proxyUrl = value.toStdString()}, anyone.value())));
    };
    return rule;
}

ValueRule policyName()
{
    ValueRule rule = fileRule([](const QString&, const QString& value) {
        const bool isWord = value == QLatin1String("all") || value == QLatin1String(kOwnPolicy);
        if (!isWord) {
            static_cast<void>(need(userLibrary().policy(value)));
        }
    });
    rule.check = [](const QString& option, const QString& value) {
        const QStringList names = value.split(QLatin1Char(','), Qt::SkipEmptyParts);
        if (names.size() < 2 || QFileInfo::exists(value)) {
            return;
        }
        QStringList repeated;
        for (const QString& name : names) {
            repeated.append(QStringLiteral("--%1 %2").arg(option, name.trimmed()));
        }
        throw usageError(QStringLiteral("--%1 takes one policy; for several, repeat the option: %2")
                             .arg(option, repeated.join(QLatin1Char(' '))));
    };
    rule.names = [] {
        return builtIn(userLibrary().policyEntries());
    };
    return rule;
}

ValueRule policySetting()
{
    ValueRule rule =
        readBy([](const QString&, const QString& value) { static_cast<void>(overrideFrom(value)); });
    rule.readFiles = [](const QString&, const QString& value) {
        checkOverride(overrideFrom(value));
    };
    return rule;
}

ValueRule scenarioName()
{
    ValueRule rule = fileRule(
        [](const QString&, const QString& value) { static_cast<void>(need(userLibrary().scenario(value))); });
    rule.names = [] {
        return builtIn(userLibrary().scenarioEntries());
    };
    return rule;
}

ValueRule benchName()
{
    ValueRule rule = fileRule(
        [](const QString&, const QString& value) { static_cast<void>(need(io::benchNamed(value))); });
    rule.names = io::benchNames;
    return rule;
}

ValueRule behavioursName()
{
    ValueRule rule = fileRule(
        [](const QString&, const QString& value) { static_cast<void>(need(io::behavioursNamed(value))); });
    rule.names = io::behaviourNames;
    return rule;
}

ValueRule protocolName()
{
    ValueRule rule;
    rule.names = [] {
        return textsOf(protocolNames());
    };
    rule.readFiles = [](const QString& option, const QString& value) {
        if (const QStringList names = textsOf(protocolNames()); !names.contains(value)) {
            throw choiceError(option, value, names);
        }
    };
    return rule;
}

ValueRule serviceName()
{
    ValueRule rule;
    rule.names = [] {
        return textsOf(knownServices());
    };
    return rule;
}

ValueRule secretName()
{
    return readBy([](const QString& option, const QString& value) {
        if (!io::canBeSecretName(value.toStdString())) {
            throw usageError(QStringLiteral("--%1 takes a name, not a pattern: 1 to 64 letters, digits, "
                                            "dots, dashes or underscores; got \"%2\"")
                                 .arg(option, value));
        }
    });
}

ValueRule readBy(ValueRule::Check check)
{
    ValueRule rule;
    rule.check = std::move(check);
    return rule;
}

} // namespace retryscope::cli
