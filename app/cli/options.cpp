// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/options.h"

#include "app/cli/affected_report.h"
#include "app/cli/environment_settings.h"
#include "app/cli/given_response.h"
#include "app/cli/policy_choice.h"
#include "app/cli/policy_code.h"
#include "app/cli/poll_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/served_hosts.h"
#include "app/cli/text_table.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/box_files.h"
#include "core/io/import/import.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>
#include <utility>

namespace retryscope::cli {

namespace {

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

OptionSpec of(const char* commandList, const char* name, const char* value, ValueRule rule, const char* help)
{
    return {QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help),
            words(commandList), std::move(rule)};
}

OptionSpec switchOf(const char* commandList, const char* name, const char* help)
{
    return of(commandList, name, "", {}, help);
}

/// Of every command.
OptionSpec everywhere(const char* name, const char* value, ValueRule rule, const char* help)
{
    return {
        QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help), {}, std::move(rule)};
}

ValueRule anyText()
{
    return {};
}

ValueRule wordsOf(const char* list)
{
    return oneOf(words(list));
}

/// Counts of calls, attempts and the like, from 1.
ValueRule ordinal()
{
    return numberFrom(1, std::numeric_limits<int>::max());
}

ValueRule seedNumber()
{
    return numberFrom(0, std::numeric_limits<qint64>::max());
}

template <typename Read>
ValueRule byReader(Read read)
{
    return readBy([read](const QString&, const QString& value) -> std::optional<io::Error> {
        const auto result = read(value);
        return result ? std::nullopt : std::optional(result.error());
    });
}

QStringList configurationKinds()
{
    QStringList names;
    for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
        names += toQString(word);
    }
    return names;
}

/// The response that is given to explain and bounds.
void addGivenResponse(std::vector<OptionSpec>& table)
{
    table.push_back(of("explain bounds", "status", "N", numberFrom(100, 999),
                       "status of the given response, 100 to 999"));
    table.push_back(of("explain bounds", "body", "TEXT|@FILE", textOrFileName(),
                       "body of the given response; @- is standard input"));
    table.push_back(of("explain bounds", "response", "FILE", inputFile(),
                       "the given response as raw HTTP/1.1; - is standard input"));
    table.push_back(of("explain bounds", "template", "NAME", oneOf(responseTemplates()),
                       "the given response is a built-in one, as nginx-502-html; the names stand below"));
    table.push_back(of("explain bounds", "fault", "KIND", oneOf(faultNames()),
                       "how the attempt ended without a complete response; the names stand below"));
    table.push_back(of("explain", "record", "FILE", inputFile(),
                       "the given response is one of this record; under the record's own policy it is judged "
                       "in the situation it was in, under others as the same attempt of their first call; "
                       "with --status, --header or --body: what if the response had been this"));
    table.push_back(of("explain", "call", "N", ordinal(), "which call of the record (default 1)"));
    table.push_back(of("explain", "client", "N", ordinal(), "which client of the record (default 1)"));
    table.push_back(of("explain", "attempt", "N", ordinal(),
                       "which attempt this is, from 1, those before it taken to have ended alike (default 1; "
                       "of a record: the last of the call that failed, else its last)"));
    table.push_back(of("explain", "tokens", "N", numberFrom(0, std::numeric_limits<int>::max()),
                       "level of the retry quota before it (default: full)"));
    table.push_back(switchOf("explain", "only-differences",
                             "leave out policies that judge as most do; another delay because of the "
                             "server's hint is a difference"));
    table.push_back(
        switchOf("explain", "brief",
                 "with one policy: without the findings, only the verdict and what would change it"));
    table.push_back(of("explain", "grid-as", "FORM", wordsOf("table markdown csv"),
                       "the grid as a table (default), markdown or csv"));
    table.push_back(of("explain bounds", "attempt-time", "TIME", timeValue(),
                       "how long each attempt takes (default: --read-timeout if given, else the timeout that "
                       "it fails by, else 0); for explain, how long this one took, to hold against "
                       "--attempt-timeout (default: as recorded)"));
    table.push_back(of("bounds", "latency", "p50=TIME,p99=TIME", latencyValue(),
                       "how long an attempt takes, as a distribution: half of them at most the first, 99 of "
                       "100 at most the second"));
    table.push_back(of(
        "replay", "beyond", "WHAT", wordsOf("repeat repeat-last succeed stop"),
        "when more responses are needed than were recorded: repeat (the last one; default), succeed, stop"));
}

void addPoliciesActions(std::vector<OptionSpec>& table)
{
    table.push_back(of("policies/code", "map", "NAME=KIND", byReader(mappingFrom),
                       "for code: take this error name for throttling, transient, timeout, server or "
                       "permanent; 'status:429=KIND' says it of a status; repeatable"));
    table.push_back(of("policies/import", "from", "KIND", oneOf(configurationKinds()),
                       "for import: shared-config, grpc, envoy, istio, nginx, haproxy, urllib3, axios-retry "
                       "or resilience4j (default: guessed from the content)"));
    table.push_back(
        of("policies/import", "part", "NAME", anyText(),
           "for import: this of several routes, methods, back ends or instances (default: the first)"));
    table.push_back(of("policies/import", "id", "ID", anyText(),
                       "for import: id of the policy (default: imported-KIND)"));
    table.push_back(of("policies/import", "output", "FILE", outputFile(),
                       "for import: write the policy there, whole or not at all"));
}

void addProbe(std::vector<OptionSpec>& table)
{
    table.push_back(of("probe", "through", "URL", address(),
                       "the box: its http:// or https:// address; a path comes before each row's"));
    table.push_back(
        of("probe", "listen", "HOST:PORT", listenAddress(),
           "where the origin responds, which the box must be configured for; port 0 only with --wait"));
    table.push_back(of("probe", "behaviours", "NAME|FILE", behavioursName(),
                       "what the origin does: common (default), aws, rare, all, or a scenario file whose "
                       "steps each become a row"));
    table.push_back(of("probe", "repeat", "N", numberFrom(1, 100), "requests for each row (default 1)"));
    table.push_back(
        of("probe", "patience", "TIME", timeValue(),
           "how long the client waits without a byte; what is held back longer is a result (default 10s)"));
    table.push_back(of("probe", "box", "NAME", anyText(),
                       "what the box is (default: read from Server, Via or its pages)"));
    table.push_back(
        switchOf("probe", "wait", "open the origin, say where, and begin after a line on standard input"));
    table.push_back(of("probe", "expect", "NAME|FILE", benchName(),
                       "a saved probe; exit 1 where the box behaves otherwise"));
    table.push_back(of("probe", "junit", "FILE", outputFile(), "write the result there as JUnit XML, too"));
    table.push_back(of("probe", "bench", "NAME|FILE", benchName(),
                       "show this saved probe instead of making one; with --policy under others"));
    table.push_back(of("probe", "explain-response", "FILE", inputFile(),
                       "read backwards: after which behaviours of --bench a client gets this response (as on "
                       "the wire, as curl -i prints it, or its page alone)"));
    table.push_back(of(
        "probe", "print-config", "NAME", oneOf(io::boxNames()),
        "print a configuration that lets a probe through, for --listen (default 127.0.0.1:9000) and --port "
        "(default 8080): apache, caddy, envoy, haproxy, lighttpd, nginx, squid, trafficserver or varnish"));
    table.push_back(of("probe", "port", "N", numberFrom(1, 65535),
                       "for --print-config: where the box listens (default 8080)"));
    table.push_back(of("probe", "policy", "ID|FILE", policyName(),
                       "judge as this client; repeatable, 'all' means each preset (default: six)"));
    table.push_back(of("probe", "header", "'K: V'", header(), "header of every request; repeatable"));
    table.push_back(of("probe", "grid-as", "FORM", wordsOf("table markdown csv"),
                       "the rows as a report (default), markdown or csv"));
    table.push_back(
        of("probe", "output", "FILE", outputFile(), "write the probe there as JSON, whole or not at all"));
    table.push_back(of("probe", "seed", "N", seedNumber(), "seed of the request ids (default 0)"));
    table.push_back(of("probe", "cacert", "FILE", certificateFile(),
                       "PEM certificates of the only authorities to trust"));
    table.push_back(switchOf("probe", "insecure", "do not verify the box's certificate"));
}

void addRecorder(std::vector<OptionSpec>& table)
{
    table.push_back(of("record", "upstream", "URL", address(),
                       "send requests on to this http:// or https:// server; its path comes before theirs"));
    table.push_back(of("record", "host", "keep|rewrite", wordsOf("keep rewrite"),
                       "the Host that the upstream is told: the client's (default), over which it may have "
                       "signed, or the upstream's"));
    table.push_back(
        switchOf("record", "forward-proxy",
                 "clients name the server themselves (HTTP_PROXY); CONNECT is tunnelled and counted"));
    table.push_back(switchOf("record", "intercept",
                             "open CONNECT with an authority of this program's own, which clients must be "
                             "told to trust; its file is printed"));
    table.push_back(of("record", "intercept-host", "NAME", anyText(),
                       "open only CONNECTs to this host and those below it; the authority is good for no "
                       "others; repeatable"));
    table.push_back(switchOf("record", "remove-ca", "remove that authority and its key, and end"));
    table.push_back(of("record", "overlay", "NAME|FILE", scenarioName(),
                       "play this scenario on the way: its steps respond in place of the upstream, or pass"));
    table.push_back(switchOf(
        "record", "declared-steps",
        "the attempt that a client declares (amz-sdk-request) chooses the step, not the order of arrival"));
    table.push_back(of("record", "listen", "HOST:PORT", listenAddress(),
                       "where clients connect (default 127.0.0.1, any free port)"));
    table.push_back(switchOf("record", "allow-remote", "--listen may be an address that others can reach"));
    table.push_back(of("record", "stop-after", "N", numberFrom(1, std::numeric_limits<qint64>::max()),
                       "end after so many requests"));
    table.push_back(of("record", "duration", "TIME", timeValue(), "end after so long"));
    table.push_back(
        of("serve record", "log", "FILE", outputFile(), "append one JSON line per request received"));
    table.push_back(of("serve record", "port", "N", numberFrom(0, 65535),
                       "listen on this port (default 0: any free one)"));
    table.push_back(of("serve record", "host-name", "NAME", byReader(hostNameIn),
                       "respond to requests for this host, too (default: localhost, *.localhost and loopback "
                       "addresses; others get 421); repeatable"));
    table.push_back(of("serve record", "seed", "N", seedNumber(), "seed of the request ids"));
    table.push_back(of(
        "record", "service", "NAME", anyText(),
        "what the requests are for, which decides how errors are read (default: as the first request says)"));
    table.push_back(of("record", "cacert", "FILE", certificateFile(),
                       "PEM certificates of the only authorities to trust, for the upstream"));
    table.push_back(switchOf("record", "insecure", "do not verify the upstream's certificate"));
    table.push_back(of("record", "proxy", "URL", proxyAddress(),
                       "reach the upstream through this http:// or socks5:// proxy"));
    table.push_back(of("record", "no-proxy", "LIST", anyText(),
                       "comma-separated hosts or .domains to reach directly, or *"));
    table.push_back(
        of("record", "output", "FILE", outputFile(), "write the record there, whole or not at all"));
}

/// What is sent, by whom, and how often.
void addRequest(std::vector<OptionSpec>& table)
{
    table.push_back(
        of("run", "url", "URL", address(), "send to this http:// or https:// address, or to this host"));
    table.push_back(
        of("run simulate serve record", "scenario", "NAME|FILE", scenarioName(),
           "play this scenario; for run, on the built-in endpoint; for record in place of --upstream"));
    table.push_back(of("run simulate serve explain", "behind", "NAME|FILE", benchName(),
                       "put a box between: each response is what the box of this probe makes of it; a "
                       "built-in one by its name below (NAME alone has its smallest configuration, "
                       "NAME-hardened the limits and pages of its own that people set, NAME-article makes "
                       "503 SlowDown a 429), or a saved one; all but explain with --scenario"));
    table.push_back(
        of("bounds run simulate", "layer", "NAME=N[,TIME]", layerValue(),
           "something that repeats what fails: N attempts (N - 1 retries), TIME between them. run and "
           "simulate play one around the client; for bounds it is repeatable, the outermost first; 'sdk' "
           "alone says where the policy stands among them (default: innermost)"));
    table.push_back(of("infer", "policy", "ID|FILE", policyName(),
                       "hold against this preset; repeatable, 'all' means each (default: all)"));
    table.push_back(of("infer", "policy-output", "FILE", outputFile(),
                       "write a policy there that decides as the client was seen to; --client chooses one of "
                       "several"));
    table.push_back(of("infer", "client", "N", ordinal(),
                       "the client for --policy-output, counted from 1 as they are printed"));
    table.push_back(
        of("infer", "output", "FILE", outputFile(), "write the result there as JSON, whole or not at all"));
    table.push_back(of("convert", "to", "FORMAT", anyText(), "json, csv, markdown, svg or png"));
    table.push_back(of("convert", "scale", "N", numberFrom(1, 2),
                       "pixels of a png: 1, or 2 (default) for sharp screens"));
    table.push_back(of("convert", "output", "FILE", outputFile(),
                       "write it there, whole or not at all (default: standard output)"));
    table.push_back(
        of("run simulate replay explain bounds", "policy", "ID|FILE", policyName(),
           "preset, policy file, or - for one on standard input; default sdk-reference-standard for run and "
           "simulate, all presets for explain; repeatable for replay, explain and bounds, where 'all' means "
           "each preset (and 'record' the record's own, for explain --record and replay)"));
    table.push_back(of("run simulate explain bounds policies/code affected", "service", "NAME", anyText(),
                       "an AWS service, which decides the protocol: s3, dynamodb, lambda, sqs, sts, ec2 and "
                       "other common ones; default generic. A name that is not known is read as generic, "
                       "which is said. For affected repeatable (default: generic and dynamodb)"));
    table.push_back(
        of("run simulate explain bounds", "operation", "NAME", anyText(), "for example ListObjectsV2"));
    table.push_back(of(
        "run simulate explain bounds", "protocol", "NAME", protocolName(),
        "how errors are read, whatever the service: rest-xml, query, ec2, soap, json, rest-json, generic"));
    table.push_back(of("run simulate explain bounds", "method", "M", byReader(methodFrom),
                       "request method (default GET; POST with --data)"));
    table.push_back(of("run simulate explain bounds", "header", "'K: V'", header(),
                       "request header; repeatable. For explain and bounds: header of the given response"));
    table.push_back(
        of("explain bounds", "request-header", "'K: V'", header(), "header of the request; repeatable"));
    table.push_back(
        of("run simulate explain bounds", "data", "TEXT|@FILE", textOrFileName(), "request body"));
    table.push_back(of("run simulate explain", "poll", "'M URL'", byReader(pollFrom),
                       "the request starts an operation, and this asks for its state: 'GET URL' or a path of "
                       "the same server, with the request's header fields; {token} in it is filled in. For a "
                       "policy that polls, as aws-general-polling"));
    table.push_back(of("run simulate explain", "poll-token", "PLACE", byReader(tokenPlaceFrom),
                       "where the response to the start holds {token}: json:PATH, xml:PATH or body"));
    table.push_back(of("run simulate explain", "poll-data", "TEXT|@FILE", textOrFileName(),
                       "body of --poll; {token} in it is filled in"));
    table.push_back(of("run simulate", "calls", "N", numberFrom(1, 1'000'000),
                       "calls one after the other by one client (default 1)"));
    table.push_back(of("bounds", "calls", "N", numberFrom(1, 1000),
                       "calls one after the other by one client (default 1)"));
    table.push_back(of("run simulate bounds", "clients", "N", numberFrom(1, 10'000),
                       "clients side by side, each with its own quota (default 1)"));
    table.push_back(of("run simulate replay explain bounds policies/code", "max-attempts", "N",
                       numberFrom(1, kMostAttempts), "attempts of a call, the first one included"));
    table.push_back(of("run simulate replay explain bounds", "set", "PATH=VALUE", policySetting(),
                       "override one value of the policy, as in backoff.cap=5s; repeatable; of it and "
                       "--max-attempts the later one holds"));
    table.push_back(of("run simulate replay", "seed", "N", seedNumber(),
                       "seed of the jitter (default: random, and printed)"));
}

void addLimitsAndNetwork(std::vector<OptionSpec>& table)
{
    table.push_back(of("run simulate explain bounds policies/code", "connect-timeout", "TIME", timeValue(),
                       "time to connect (default 10s)"));
    table.push_back(of("run simulate explain bounds policies/code", "read-timeout", "TIME", timeValue(),
                       "idle time between two reads (default 60s)"));
    table.push_back(of("run simulate explain bounds", "attempt-timeout", "TIME", timeValue(),
                       "time for one attempt, from the look-up to the last byte (default: no limit)"));
    table.push_back(of("run simulate explain bounds", "deadline", "TIME", timeValue(),
                       "time for a whole call, attempts and delays"));
    table.push_back(of("run", "proxy", "URL", proxyAddress(),
                       "http:// or socks5:// proxy, with user:password@ where needed (default for run --url: "
                       "http_proxy, https_proxy or all_proxy, never for loopback)"));
    table.push_back(of("run", "no-proxy", "LIST", anyText(),
                       "comma-separated hosts or .domains to reach directly, or *"));
    table.push_back(
        of("run", "cacert", "FILE", certificateFile(), "PEM certificates of the only authorities to trust"));
    table.push_back(of("run", "cert", "FILE", certificateFile(), "PEM client certificate"));
    table.push_back(of("run", "key", "FILE", keyFile(), "PEM private key of the client certificate"));
    table.push_back(switchOf("run", "insecure", "do not verify the server's certificate"));
    table.push_back(switchOf("run simulate", "no-wait", "plan and record delays, but do not sleep them"));
    table.push_back(
        switchOf("run simulate replay explain bounds", "retry-mode-from-environment",
                 "take mode and attempts from Java properties (clients in a JVM), AWS_RETRY_MODE, "
                 "AWS_MAX_ATTEMPTS and AWS_NEW_RETRIES_2026, the shared config file, then the preset"));
    table.push_back(
        of("affected", "sdk", "NAME[@VERSION]", byReader(wantedSdkFrom),
           "only this SDK, in this version (default: every one, in the newest version known); repeatable"));
    table.push_back(of("run simulate replay explain bounds affected", "profile", "NAME", anyText(),
                       "profile of the shared config file (default: AWS_PROFILE, then default)"));
    table.push_back(
        of("run simulate replay explain bounds affected", "java-property", "K=V", byReader(javaPropertyFrom),
           "aws.retryMode, aws.maxAttempts or aws.newRetries2026, for clients in a JVM; repeatable"));
    table.push_back(of("run", "keep-bodies", "MIB", numberFrom(0, qint64{1024} * 1024),
                       "how much of response bodies the record keeps, in MiB (default 256); what comes "
                       "beyond is judged, then dropped, and its length and, up to 16 MiB, its SHA-256 stay"));
    table.push_back(of("run simulate replay explain bounds", "output", "FILE", outputFile(),
                       "write the record there, whole or not at all"));
}

void addEverywhere(std::vector<OptionSpec>& table)
{
    table.push_back(
        everywhere("format", "text|json", wordsOf("text json"), "form of the result (default text)"));
    table.push_back(everywhere("color", "WHEN", wordsOf("auto always never"),
                               "auto (default), always, never; NO_COLOR is honoured"));
    table.push_back(everywhere("secret-name", "NAME", secretName(),
                               "this header, parameter or member holds a secret, too; repeatable"));
    table.push_back(
        everywhere("include-secrets", "", {}, "do not replace credentials, cookies and signatures"));
    table.push_back(everywhere("help", "", {}, "print this help; also -h, and 'help COMMAND'"));
    table.push_back(everywhere("version", "", {}, "print the version"));
}

std::vector<OptionSpec> makeOptions()
{
    std::vector<OptionSpec> table;
    for (const auto add : {addGivenResponse, addPoliciesActions, addProbe, addRecorder, addRequest,
                           addLimitsAndNetwork, addEverywhere}) {
        add(table);
    }
    return table;
}

const std::vector<OptionSpec>& options()
{
    static const std::vector<OptionSpec> kOptions = makeOptions();
    return kOptions;
}

/// Where something else on the line decides whether an option has an effect.
struct EffectCondition
{
    QStringList commands;
    QStringList options;
    QStringList needs;   ///< one of these has to be there; empty: none
    QStringList without; ///< with one of these there is no effect
};

EffectCondition onlyWith(const char* commandList, const char* optionList, const char* needed)
{
    return {words(commandList), words(optionList), words(needed), {}};
}

EffectCondition notWith(const char* commandList, const char* optionList, const char* other)
{
    return {words(commandList), words(optionList), {}, words(other)};
}

const std::vector<EffectCondition>& effectConditions()
{
    static const std::vector<EffectCondition> kConditions{
        onlyWith("run simulate replay explain bounds", "profile java-property",
                 "retry-mode-from-environment"),
        onlyWith("explain", "call client", "record"),
        onlyWith("explain", "attempt-time", "attempt-timeout"),
        // A record has its request.
        notWith("explain", "service operation protocol method data poll poll-token poll-data deadline",
                "record"),
        // The built-in endpoint speaks no TLS.
        notWith("run", "cacert cert key insecure", "scenario"),
        onlyWith("record", "cacert insecure proxy no-proxy", "upstream forward-proxy"),
        onlyWith("record", "intercept-host", "intercept"),
        onlyWith("probe", "port", "print-config"),
        notWith("probe", "behaviours repeat patience wait header seed cacert insecure", "bench print-config"),
        notWith("probe", "box", "print-config"),
    };
    return kConditions;
}

/// `policies/code` is of `policies`, whose actions have options of their own.
bool isOf(const QString& command, const OptionSpec& option)
{
    return option.commands.isEmpty() ||
           std::ranges::any_of(option.commands, [&command](const QString& known) {
               return known == command || known.startsWith(command + QLatin1Char('/'));
           });
}

QString column(const QString& text, const QString& description, const TextStyle& style)
{
    constexpr int kWide = 34;
    constexpr int kNarrowest = 60; // with less, descriptions begin in a line of their own
    const int begin = 2 + (style.width < kNarrowest ? 4 : kWide);
    QString result = QStringLiteral("  ") + text;
    if (result.size() + 1 >= begin) {
        result += QLatin1Char('\n') + QString(begin, QLatin1Char(' '));
    } else {
        result = result.leftJustified(begin);
    }
    return result + wrapped(description, style, begin, begin) + QLatin1Char('\n');
}

QString optionLines(const QString& command, const TextStyle& style)
{
    QString result = QStringLiteral("\nOptions:\n");
    for (const OptionSpec& option : options()) {
        if (isOf(command, option)) {
            const QString name = QStringLiteral("--") + option.name;
            result += column(option.value.isEmpty() ? name : name + QLatin1Char(' ') + option.value,
                             option.help, style);
        }
    }
    return result;
}

/// A list of what an option takes, beneath the options.
QString listLines(const QString& title, const QStringList& values, const TextStyle& style)
{
    return QLatin1Char('\n') +
           wrapped(title + QStringLiteral(": ") + values.join(QStringLiteral(", ")), style, 2, 0) +
           QLatin1Char('\n');
}

/// What --behind, --fault and --template take, for the commands that know them.
QString valueLines(const QString& command, const TextStyle& style)
{
    const bool knowsBoxes = findOption(QStringLiteral("behind"), command) != nullptr ||
                            findOption(QStringLiteral("bench"), command) != nullptr;
    const QString boxes =
        knowsBoxes ? listLines(QStringLiteral("Boxes"), io::benchNames(), style) : QString();
    if (findOption(QStringLiteral("template"), command) == nullptr) {
        return boxes;
    }
    return boxes + listLines(QStringLiteral("Faults"), faultNames(), style) +
           listLines(QStringLiteral("Templates"), responseTemplates(), style);
}

/// To be copied: a line that goes on ends as a shell has it, and nothing in quotes is broken.
QString exampleLines(const CommandSpec& command, const TextStyle& style)
{
    static const QRegularExpression word(QStringLiteral("'[^']*'|[^ ]+"));
    QString result = QStringLiteral("\nExamples:\n");
    for (const QString& example : command.examples) {
        QString line = QStringLiteral("  retryscope-cli");
        for (const QRegularExpressionMatch& match : word.globalMatch(example)) {
            if (line.size() + 1 + match.capturedLength() + 2 > style.width) {
                result += line + QStringLiteral(" \\\n");
                line = QStringLiteral("     ");
            }
            line += QLatin1Char(' ') + match.captured();
        }
        result += line + QLatin1Char('\n');
    }
    return result;
}

constexpr auto kExitCodes =
    "Exit codes: 0 done, every call succeeded; 1 done, a call failed; 2 wrong usage; 3 bad input file; "
    "4 the environment refused; 130 interrupted (what was recorded is still written).";

constexpr auto kProbeExitCodes =
    "Exit codes: 0 no verdict changes behind the box (with --expect: nothing differs); 1 some do; 2 wrong "
    "usage; 3 bad input file; 4 the environment refused: nothing listens there, or the box does not send to "
    "the "
    "origin; 130 interrupted (what was probed is still written).";

} // namespace

const std::vector<CommandSpec>& commands()
{
    static const std::vector<CommandSpec> kCommands = {
        {QStringLiteral("policies"),
         QStringLiteral(
             "list | show ID|FILE | diff ID|FILE ID|FILE | check FILE | code ID|FILE | import FILE | schema"),
         QStringLiteral(
             "the retry policies: all of them, one with its sources, in what two differ, a verdict on a "
             "file, what to write in your own code, one made of a configuration that "
             "you have, the JSON Schema of such files; - as FILE is standard input"),
         {QStringLiteral("policies list"), QStringLiteral("policies show botocore-1.43.67-standard"),
          QStringLiteral("policies schema > policy.schema.json"),
          QStringLiteral("policies diff openai-js-6.49.0-default anthropic-js-1.12.0-default"),
          QStringLiteral("policies code cpp-1.11.332-default --map 429=throttling"),
          QStringLiteral("policies import --from envoy envoy.yaml --output policy.json")}},
        {QStringLiteral("scenarios"),
         QStringLiteral("list | show NAME|FILE | check FILE"),
         QStringLiteral("the fault scenarios: all of them, one in full, a verdict on a file"),
         {QStringLiteral("scenarios list"),
          QStringLiteral("scenarios show s3-slowdown-then-ok --format json")}},
        {QStringLiteral("run"),
         QStringLiteral("URL | --url URL | --scenario NAME|FILE"),
         QStringLiteral("send for real, retry as the policy says, and show why"),
         {QStringLiteral(
              "run --scenario s3-slowdown-then-ok --policy botocore-1.43.67-standard --output run.json"),
          QStringLiteral("run localhost:8080/health --policy curl-retry-3 --read-timeout 2s")}},
        {QStringLiteral("simulate"),
         QStringLiteral("--scenario NAME|FILE"),
         QStringLiteral("the same calls in virtual time, without a socket"),
         {QStringLiteral("simulate --scenario always-503 --policy botocore-1.43.67-standard --calls 300"),
          QStringLiteral(
              "simulate --scenario s3-rate-limit --policy botocore-1.43.67-adaptive --calls 50 --seed 1")}},
        {QStringLiteral("replay"),
         QStringLiteral("RECORD --policy ID|FILE"),
         QStringLiteral("judge the responses of a saved record again under another policy"),
         {QStringLiteral("replay run.json --policy record"),
          QStringLiteral("replay run.json --policy cpp-1.11.332-default --policy jsv3-3.1169.0-standard")}},
        {QStringLiteral("explain"),
         QStringLiteral(
             "STATUS | --status N | --fault KIND | --template NAME | --response FILE | --record FILE"),
         QStringLiteral("judge one given response, and say why"),
         {QStringLiteral("explain 503 --header 'Retry-After: 5'"),
          QStringLiteral("explain --template nginx-502-html --policy cpp-1.11.332-default --service s3"),
          QStringLiteral("explain --record run.json --policy all")}},
        {QStringLiteral("bounds"),
         QStringLiteral("--policy ID|FILE"),
         QStringLiteral("how long a call can take and what reaches the server, at best and at worst"),
         {QStringLiteral("bounds --policy botocore-1.43.67-standard --read-timeout 2s --deadline 10s"),
          QStringLiteral("bounds --policy botocore-1.43.67-standard --layer app=3,1s --layer sdk --layer "
                         "proxy=2 --calls 300")}},
        {QStringLiteral("affected"),
         QStringLiteral("[--sdk NAME@VERSION] [--service NAME]"),
         QStringLiteral(
             "what the retry rules of 2026 change for clients in this environment, and what keeps the old "
             "ones"),
         {QStringLiteral("affected"), QStringLiteral("affected --sdk botocore@1.43.67 --service dynamodb")}},
        {QStringLiteral("probe"),
         QStringLiteral("--through URL --listen HOST:PORT | --bench FILE | --print-config NAME"),
         QStringLiteral("what a proxy, gateway or load balancer makes of each error, and which clients then "
                        "retry no more, or more often"),
         {QStringLiteral("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --output bench.json"),
          QStringLiteral("probe --print-config nginx --listen 127.0.0.1:9000 --port 8080"),
          QStringLiteral("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --expect bench.json "
                         "--junit probe.xml")}},
        {QStringLiteral("record"),
         QStringLiteral("--upstream URL | --scenario NAME|FILE | --forward-proxy"),
         QStringLiteral(
             "stand where a real client takes the server to be, and record its calls; prints its URL "
             "first"),
         {QStringLiteral("record --upstream https://s3.example.com --port 8899 --output record.json"),
          QStringLiteral("record --scenario s3-slowdown-then-ok --output record.json"),
          QStringLiteral("record --forward-proxy --intercept --duration 1min --output record.json")}},
        {QStringLiteral("infer"),
         QStringLiteral("RECORD"),
         QStringLiteral("which clients made the calls of a record, how they retry, and the presets that fit"),
         {QStringLiteral("infer record.json"), QStringLiteral("infer record.json --format json")}},
        {QStringLiteral("serve"),
         QStringLiteral("--scenario NAME|FILE"),
         QStringLiteral("open the built-in endpoint on loopback; prints its URL first"),
         {QStringLiteral("serve --scenario s3-slowdown-then-ok --port 8080"),
          QStringLiteral("serve --scenario always-503 --log requests.jsonl")}},
        {QStringLiteral("convert"),
         QStringLiteral("FILE --to FORMAT"),
         QStringLiteral("a record as json, csv, markdown, svg or png; a policy or scenario as json"),
         {QStringLiteral("convert run.json --to markdown"),
          QStringLiteral("convert run.json --to svg --output run.svg")}},
    };
    return kCommands;
}

QStringList commandNames()
{
    QStringList names;
    for (const CommandSpec& command : commands()) {
        names.append(command.name);
    }
    return names;
}

const QStringList& laterCommands()
{
    static const QStringList kLater;
    return kLater;
}

const OptionSpec* findOption(const QString& name, const QString& command)
{
    const auto found = std::ranges::find_if(
        options(), [&](const OptionSpec& option) { return option.name == name && isOf(command, option); });
    return found == options().end() ? nullptr : &*found;
}

const OptionSpec* findOptionOfAny(const QString& name)
{
    const auto found = std::ranges::find(options(), name, &OptionSpec::name);
    return found == options().end() ? nullptr : &*found;
}

QString whyWithoutEffect(const QString& name, const QString& command, const QString& action,
                         const std::function<bool(const QString&)>& isGiven)
{
    const OptionSpec* option = findOption(name, command);
    const QString whole = action.isEmpty() ? command : command + QLatin1Char(' ') + action;
    const bool isOfAction =
        option != nullptr && (option->commands.isEmpty() || option->commands.contains(command) ||
                              option->commands.contains(command + QLatin1Char('/') + action));
    if (!isOfAction) {
        return QStringLiteral("--%1 has no effect on '%2'")
            .arg(name, option != nullptr || command == QLatin1String("policies") ? whole : command);
    }
    for (const EffectCondition& condition : effectConditions()) {
        if (!condition.commands.contains(command) || !condition.options.contains(name)) {
            continue;
        }
        if (!condition.needs.isEmpty() && std::ranges::none_of(condition.needs, isGiven)) {
            return QStringLiteral("--%1 has no effect without --%2")
                .arg(name, condition.needs.join(QStringLiteral(" or --")));
        }
        if (const auto other = std::ranges::find_if(condition.without, isGiven);
            other != condition.without.end()) {
            return QStringLiteral("--%1 has no effect with --%2").arg(name, *other);
        }
    }
    return {};
}

QStringList optionNames(const QString& command)
{
    QStringList names;
    for (const OptionSpec& option : options()) {
        if (isOf(command, option)) {
            names.append(QStringLiteral("--") + option.name);
        }
    }
    names.sort();
    names.removeDuplicates();
    return names;
}

QString helpText(const QString& command, const TextStyle& style)
{
    constexpr int kAfterUsage = 7;
    const auto paragraph = [&style](const QString& text, int indent) {
        return wrapped(text, style, indent, 0) + QLatin1Char('\n');
    };
    QString result;
    if (command.isEmpty()) {
        result = QStringLiteral("Usage: retryscope-cli COMMAND [options]\n\n") +
                 paragraph(QStringLiteral("Makes HTTP retries visible: every attempt, every delay, and the "
                                          "reason for each decision."),
                           0) +
                 QStringLiteral("\nCommands:\n");
        for (const CommandSpec& known : commands()) {
            result += column(known.name, known.summary, style);
        }
        result +=
            optionLines(command, style) + QLatin1Char('\n') +
            paragraph(QStringLiteral("'retryscope-cli COMMAND --help' lists the options of a command."), 0);
    } else {
        const auto known =
            std::find_if(commands().begin(), commands().end(),
                         [&](const CommandSpec& candidate) { return candidate.name == command; });
        result =
            paragraph(
                QStringLiteral("Usage: retryscope-cli %1 %2 [options]").arg(known->name, known->arguments),
                kAfterUsage) +
            QLatin1Char('\n') +
            paragraph(known->summary.at(0).toUpper() + known->summary.mid(1) + QLatin1Char('.'), 0) +
            optionLines(command, style) + valueLines(command, style) + exampleLines(*known, style);
    }
    return result + QLatin1Char('\n') +
           paragraph(QLatin1String(command == QLatin1String("probe") ? kProbeExitCodes : kExitCodes), 0);
}

} // namespace retryscope::cli
