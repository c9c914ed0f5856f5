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
    table.push_back(
        of("explain bounds", "status", "N", numberFrom(100, 999), "Status of the response, 100 to 999"));
    table.push_back(of("explain bounds", "body", "TEXT|@FILE", textOrFileName(),
                       "Body of the response; @- reads standard input"));
    table.push_back(of("explain bounds", "response", "FILE", inputFile(),
                       "Complete response as raw HTTP/1.1; - reads standard input"));
    table.push_back(of("explain bounds", "template", "NAME", oneOf(responseTemplates()),
                       "Built-in response, for example nginx-502-html; see the list below"));
    table.push_back(of("explain bounds", "fault", "KIND", oneOf(faultNames()),
                       "Fault that ended the attempt without a complete response; see the list below"));
    table.push_back(of("explain", "record", "FILE", inputFile(),
                       "Take the response from this record. The record's own policy judges it in the "
                       "recorded situation; other policies judge it as the same attempt of a client's first "
                       "call. --status, --header and --body change the recorded response"));
    table.push_back(of("explain", "call", "N", ordinal(), "Call of the record (default: 1)"));
    table.push_back(of("explain", "client", "N", ordinal(), "Client of the record (default: 1)"));
    table.push_back(of("explain", "attempt", "N", ordinal(),
                       "Number of the attempt, from 1; earlier attempts count as equal failures (default: 1; "
                       "with --record the last failed attempt of the call, else its last)"));
    table.push_back(of("explain", "tokens", "N", numberFrom(0, std::numeric_limits<int>::max()),
                       "Tokens left in the retry quota (token bucket) before the attempt (default: full)"));
    table.push_back(switchOf("explain", "only-differences",
                             "Show only policies whose verdict, or delay because of the server's delay hint, "
                             "differs from the majority"));
    table.push_back(
        switchOf("explain", "brief",
                 "With one policy: show only the verdict and what would change it, not the findings"));
    table.push_back(of("explain", "grid-as", "FORM", wordsOf("table markdown csv"),
                       "Form of the grid: table, markdown or csv (default: table)"));
    table.push_back(of("explain bounds", "attempt-time", "TIME", timeValue(),
                       "how long each attempt takes (default: --read-timeout if given, else the timeout that "
                       "it fails by, else 0); for explain, how long this one took, to hold against "
                       "--attempt-timeout (default: as recorded)"));
    table.push_back(
        of("bounds", "latency", "p50=TIME,p99=TIME", latencyValue(),
           "Distribution of attempt durations: 50 % take at most the first time, 99 % at most the second"));
    table.push_back(
        of("replay", "beyond", "WHAT", wordsOf("repeat repeat-last succeed stop"),
           "What happens after the last recorded response: repeat it, succeed or stop (default: repeat)"));
}

void addPoliciesActions(std::vector<OptionSpec>& table)
{
    table.push_back(of("policies/code", "map", "NAME=KIND", byReader(mappingFrom),
                       "For code: treat this error name (exception name) as throttling, transient, timeout, "
                       "server or permanent; status:429=KIND maps a status; repeatable"));
    table.push_back(of("policies/code", "retry-method", "METHOD", byReader(methodFrom),
                       "For code: retry requests with this method as well; repeatable"));
    table.push_back(of("policies/import", "from", "KIND", oneOf(configurationKinds()),
                       "For import: format of FILE: shared-config, grpc, envoy, istio, nginx, haproxy, "
                       "urllib3, axios-retry or resilience4j (default: guessed from the content)"));
    table.push_back(
        of("policies/import", "part", "NAME", anyText(),
           "For import: which route, method, back end or instance to import (default: the first)"));
    table.push_back(of("policies/import", "id", "ID", anyText(),
                       "For import: id of the policy (default: imported-KIND)"));
    table.push_back(
        of("policies/import", "output", "FILE", outputFile(), "For import: save the policy to this file"));
}

void addProbe(std::vector<OptionSpec>& table)
{
    table.push_back(
        of("probe", "through", "URL", address(),
           "Address of the proxy, http:// or https://; a path is put before the path of each row"));
    table.push_back(of(
        "probe", "listen", "HOST:PORT", listenAddress(),
        "Address of the built-in origin; the proxy must forward to it. Port 0 (any free one) needs --wait"));
    table.push_back(of("probe", "behaviours", "NAME|FILE", behavioursName(),
                       "Set of origin responses: common, aws, rare, all, or a scenario file with one row per "
                       "step (default: common)"));
    table.push_back(
        of("probe", "repeat", "N", numberFrom(1, 100), "Requests per row, 1 to 100 (default: 1)"));
    table.push_back(of("probe", "patience", "TIME", timeValue(),
                       "How long to wait for the next byte; a longer silence is a result (default: 10 s)"));
    table.push_back(of("probe", "box", "NAME", anyText(),
                       "Name of the proxy (default: from its Server or Via header, or its error pages)"));
    table.push_back(switchOf("probe", "wait",
                             "Open the origin, print its address, and start after a line on standard input"));
    table.push_back(of("probe", "expect", "NAME|FILE", benchName(),
                       "Compare with this saved probe result; exit 1 if anything differs"));
    table.push_back(
        of("probe", "junit", "FILE", outputFile(), "Also save the result to this file as JUnit XML"));
    table.push_back(
        of("probe", "bench", "NAME|FILE", benchName(),
           "Show this saved probe result instead of probing; --policy judges it under other policies"));
    table.push_back(of("probe", "explain-response", "FILE", inputFile(),
                       "Find the origin responses of --bench that reach a client as this response (raw HTTP, "
                       "output of curl -i, or the body alone)"));
    table.push_back(of("probe", "print-config", "NAME", oneOf(io::boxNames()),
                       "Print a proxy configuration for a probe: apache, caddy, envoy, haproxy, lighttpd, "
                       "nginx, squid, trafficserver or varnish. It listens on --port and forwards to "
                       "--listen (default: 8080 and 127.0.0.1:9000)"));
    table.push_back(of("probe", "port", "N", numberFrom(1, 65535),
                       "For --print-config: port of the proxy (default: 8080)"));
    table.push_back(of("probe", "policy", "ID|FILE", policyName(),
                       "Client to judge as: preset id or policy file; repeatable; 'all' means every preset "
                       "(default: six common SDK clients)"));
    table.push_back(of("probe", "header", "'K: V'", header(), "Header for every request; repeatable"));
    table.push_back(of("probe", "grid-as", "FORM", wordsOf("table markdown csv"),
                       "Form of the rows: table (a report), markdown or csv (default: table)"));
    table.push_back(
        of("probe", "output", "FILE", outputFile(), "Save the probe result to this file as JSON"));
    table.push_back(of("probe", "seed", "N", seedNumber(), "Seed of the request ids (default: 0)"));
    table.push_back(of("probe", "cacert", "FILE", certificateFile(),
                       "Trust only the certificate authorities in this PEM file"));
    table.push_back(switchOf("probe", "insecure", "Do not verify the proxy's certificate"));
}

void addRecorder(std::vector<OptionSpec>& table)
{
    table.push_back(of("record", "upstream", "URL", address(),
                       "Forward requests to this http:// or https:// server; its path is put before theirs"));
    table.push_back(of("record", "host", "keep|rewrite", wordsOf("keep rewrite"),
                       "Host header for the upstream: keep the client's, which its signature can cover, or "
                       "rewrite it to the upstream's (default: keep)"));
    table.push_back(switchOf("record", "forward-proxy",
                             "Act as a forward proxy (HTTP_PROXY): the client names the server. CONNECT "
                             "tunnels are counted, and decrypted only with --intercept"));
    table.push_back(switchOf("record", "intercept",
                             "Decrypt CONNECT tunnels with Retryscope's own certificate authority; clients "
                             "must trust the file it prints"));
    table.push_back(of("record", "intercept-host", "NAME", anyText(),
                       "Decrypt only tunnels to this host and its subdomains; the authority can sign for no "
                       "others; repeatable"));
    table.push_back(switchOf("record", "remove-ca",
                             "Delete the certificate authority of --intercept and its key, then exit"));
    table.push_back(of(
        "record", "overlay", "NAME|FILE", scenarioName(),
        "Play this scenario in front of the upstream: each step responds itself or passes the request on"));
    table.push_back(switchOf("record", "declared-steps",
                             "Choose the step by the attempt number that the client declares "
                             "(amz-sdk-request), not by order of arrival"));
    table.push_back(of("record", "listen", "HOST:PORT", listenAddress(),
                       "Address to listen on (default: 127.0.0.1, any free port)"));
    table.push_back(
        switchOf("record", "allow-remote", "Allow --listen on an address that other machines can reach"));
    table.push_back(of("record", "stop-after", "N", numberFrom(1, std::numeric_limits<qint64>::max()),
                       "Stop after this many requests (default: no limit)"));
    table.push_back(
        of("record", "duration", "TIME", timeValue(), "Stop after this time (default: no limit)"));
    table.push_back(
        of("serve record", "log", "FILE", outputFile(), "Append one JSON line per request to this file"));
    table.push_back(of("serve record", "port", "N", numberFrom(0, 65535),
                       "Port to listen on (default: 0, any free port)"));
    table.push_back(of("serve record", "host-name", "NAME", byReader(hostNameIn),
                       "Also respond to requests for this host; requests for other hosts get 421; repeatable "
                       "(default: localhost, *.localhost and loopback addresses)"));
    table.push_back(of("serve record", "seed", "N", seedNumber(), "Seed of the request ids (default: 0)"));
    table.push_back(
        of("record", "service", "NAME", anyText(),
           "Service of the requests, which decides how errors are read (default: from the first request)"));
    table.push_back(of("record", "cacert", "FILE", certificateFile(),
                       "Trust only the certificate authorities in this PEM file for the upstream"));
    table.push_back(switchOf("record", "insecure", "Do not verify the upstream's certificate"));
    table.push_back(of("record", "proxy", "URL", proxyAddress(),
                       "Reach the upstream through this http:// or socks5:// proxy"));
    table.push_back(of("record", "no-proxy", "LIST", anyText(),
                       "Hosts or .domains to reach without a proxy, comma-separated; * for all"));
    table.push_back(
        of("record", "output", "FILE", outputFile(), "write the record there, whole or not at all"));
}

/// What is sent, by whom, and how often.
void addRequest(std::vector<OptionSpec>& table)
{
    table.push_back(
        of("run", "url", "URL", address(), "Address to send to: http:// or https:// URL, or a bare host"));
    table.push_back(
        of("run simulate serve record", "scenario", "NAME|FILE", scenarioName(),
           "play this scenario; for run, on the built-in endpoint; for record in place of --upstream"));
    table.push_back(of("run simulate serve explain", "behind", "NAME|FILE", benchName(),
                       "Pass each response through the proxy of this probe result first: a built-in name "
                       "(see the list below) or a saved file"));
    table.push_back(
        of("bounds run simulate", "layer", "NAME=N[,TIME]", layerValue(),
           "something that repeats what fails: N attempts (N - 1 retries), TIME between them. run and "
           "simulate play one around the client; for bounds it is repeatable, the outermost first; 'sdk' "
           "alone says where the policy stands among them (default: innermost)"));
    table.push_back(of("infer", "policy", "ID|FILE", policyName(),
                       "Compare with this policy: preset id or policy file; repeatable; 'all' adds your own "
                       "policies (default: every built-in preset)"));
    table.push_back(of(
        "infer", "policy-output", "FILE", outputFile(),
        "Save a policy that decides as the recorded client did; with several clients --client chooses one"));
    table.push_back(of("infer", "client", "N", ordinal(),
                       "Number of the client for --policy-output, as printed (default: the only one)"));
    table.push_back(of("infer", "output", "FILE", outputFile(), "Save the result to this file as JSON"));
    table.push_back(
        of("convert", "to", "FORMAT", anyText(), "Format to write: json, csv, markdown, svg or png"));
    table.push_back(of("convert", "scale", "N", numberFrom(1, 2),
                       "Resolution of a png: 1, or 2 for high-density screens (default: 2)"));
    table.push_back(
        of("convert", "output", "FILE", outputFile(), "Save to this file (default: standard output)"));
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
        of("run simulate explain bounds", "operation", "NAME", anyText(),
           "Operation of the service, for example ListObjectsV2 (default: the scenario's, else none)"));
    table.push_back(of("run simulate explain bounds", "protocol", "NAME", protocolName(),
                       "Protocol, which decides how errors are read: rest-xml, query, ec2, soap, json, "
                       "rest-json or generic (default: the service's)"));
    table.push_back(of("run simulate explain bounds", "method", "M", byReader(methodFrom),
                       "request method (default GET; POST with --data)"));
    table.push_back(of("run simulate explain bounds", "header", "'K: V'", header(),
                       "request header; repeatable. For explain and bounds: header of the given response"));
    table.push_back(
        of("explain bounds", "request-header", "'K: V'", header(), "Header of the request; repeatable"));
    table.push_back(
        of("run simulate explain bounds", "data", "TEXT|@FILE", textOrFileName(), "Request body"));
    table.push_back(of("run simulate explain", "poll", "'M URL'", byReader(pollFrom),
                       "Request that polls the state of the started operation: method and URL, or a path on "
                       "the same server. It has the headers of the first request; {token} is filled in. "
                       "Needs a policy that polls, for example aws-general-polling"));
    table.push_back(of("run simulate explain", "poll-token", "PLACE", byReader(tokenPlaceFrom),
                       "Where the first response holds {token}: json:PATH, xml:PATH or body"));
    table.push_back(of("run simulate explain", "poll-data", "TEXT|@FILE", textOrFileName(),
                       "Body of the --poll request; {token} is filled in"));
    table.push_back(of("run simulate", "calls", "N", numberFrom(1, 1'000'000),
                       "Calls of each client, one after another (default: 1)"));
    table.push_back(of("bounds", "calls", "N", numberFrom(1, 1000),
                       "Calls of each client, one after another (default: 1)"));
    table.push_back(
        of("run simulate bounds", "clients", "N", numberFrom(1, 10'000),
           "Concurrent clients, each with its own retry quota (token bucket), 1 to 10,000 (default: 1)"));
    table.push_back(of("run simulate replay explain bounds policies/code", "max-attempts", "N",
                       numberFrom(1, kMostAttempts),
                       "Most attempts of a call, the first one included (default: the policy's)"));
    table.push_back(of("run simulate replay explain bounds", "set", "PATH=VALUE", policySetting(),
                       "Override one value of the policy, for example backoff.cap=5s; repeatable. If "
                       "--max-attempts is also given, the later option wins"));
    table.push_back(of("run simulate replay", "seed", "N", seedNumber(),
                       "Seed of the jitter (default: random; printed on standard error)"));
}

void addLimitsAndNetwork(std::vector<OptionSpec>& table)
{
    table.push_back(of("run simulate explain bounds policies/code", "connect-timeout", "TIME", timeValue(),
                       "time to connect (default 10s)"));
    table.push_back(of("run simulate explain bounds policies/code", "read-timeout", "TIME", timeValue(),
                       "idle time between two reads (default 60s)"));
    table.push_back(of("run simulate explain bounds", "attempt-timeout", "TIME", timeValue(),
                       "Time limit for one attempt, from name lookup to last byte (default: none)"));
    table.push_back(of("run simulate explain bounds", "deadline", "TIME", timeValue(),
                       "Time limit for a whole call, attempts and delays included (default: none)"));
    table.push_back(of("run", "proxy", "URL", proxyAddress(),
                       "Proxy, http:// or socks5://, with user:password@ if needed (default: http_proxy, "
                       "https_proxy or all_proxy; none for loopback)"));
    table.push_back(of("run", "no-proxy", "LIST", anyText(),
                       "Hosts or .domains to reach without a proxy, comma-separated; * for all"));
    table.push_back(of("run", "cacert", "FILE", certificateFile(),
                       "Trust only the certificate authorities in this PEM file"));
    table.push_back(of("run", "cert", "FILE", certificateFile(), "Client certificate (PEM)"));
    table.push_back(of("run", "key", "FILE", keyFile(), "Private key of the client certificate (PEM)"));
    table.push_back(switchOf("run", "insecure", "Do not verify the server's certificate"));
    table.push_back(switchOf("run simulate", "no-wait", "Plan and record delays, but skip them"));
    table.push_back(switchOf(
        "run simulate replay explain bounds", "retry-mode-from-environment",
        "Use the retry mode and attempts of this environment: --java-property (JVM clients), AWS_RETRY_MODE, "
        "AWS_MAX_ATTEMPTS and AWS_NEW_RETRIES_2026, shared config file, then the preset"));
    table.push_back(
        of("affected", "sdk", "NAME[@VERSION]", byReader(wantedSdkFrom),
           "Show only this SDK in this version; repeatable (default: every SDK, newest known version)"));
    table.push_back(of("run simulate replay explain bounds affected", "profile", "NAME", anyText(),
                       "Profile of the shared config file (default: AWS_PROFILE, else 'default')"));
    table.push_back(
        of("run simulate replay explain bounds affected", "java-property", "K=V", byReader(javaPropertyFrom),
           "Java property of JVM clients: aws.retryMode, aws.maxAttempts or aws.newRetries2026; repeatable"));
    table.push_back(of("run", "keep-bodies", "MIB", numberFrom(0, qint64{1024} * 1024),
                       "Response bodies to keep in the record, in MiB; further bodies are judged, then "
                       "dropped (default: 256)"));
    table.push_back(of("run simulate replay explain bounds", "output", "FILE", outputFile(),
                       "write the record there, whole or not at all"));
}

void addEverywhere(std::vector<OptionSpec>& table)
{
    table.push_back(everywhere("format", "text|json", wordsOf("text json"),
                               "Form of the result: text or json (default: text)"));
    table.push_back(
        everywhere("color", "WHEN", wordsOf("auto always never"),
                   "Colour the text: auto, always or never (default: auto, off if NO_COLOR is set)"));
    table.push_back(everywhere("secret-name", "NAME", secretName(),
                               "Also redact this header, parameter or JSON member; repeatable"));
    table.push_back(
        everywhere("include-secrets", "", {}, "Do not redact credentials, cookies and signatures"));
    table.push_back(everywhere("help", "", {}, "Print this help (also -h, help COMMAND)"));
    table.push_back(everywhere("version", "", {}, "Print the version"));
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
    "Exit codes: 0 no verdict changes behind the proxy (with --expect: nothing differs); 1 verdicts change "
    "(with --expect: something differs); 2 wrong usage; 3 invalid input file; 4 the proxy cannot be reached "
    "or does not forward to the origin; 130 interrupted (the rows so far are written).";

} // namespace

const std::vector<CommandSpec>& commands()
{
    static const std::vector<CommandSpec> kCommands = {
        {QStringLiteral("policies"),
         QStringLiteral(
             "list | show ID|FILE | diff ID|FILE ID|FILE | check FILE | code ID|FILE | import FILE | schema"),
         QStringLiteral("List, show, compare, check and import retry policies; print client code"),
         {QStringLiteral("policies list"), QStringLiteral("policies show botocore-1.43.67-standard"),
          QStringLiteral("policies schema > policy.schema.json"),
          QStringLiteral("policies diff openai-js-6.49.0-default anthropic-js-1.12.0-default"),
          QStringLiteral("policies code cpp-1.11.332-default --map 429=throttling"),
          QStringLiteral("policies import --from envoy envoy.yaml --output policy.json")}},
        {QStringLiteral("scenarios"),
         QStringLiteral("list | show NAME|FILE | check FILE"),
         QStringLiteral("List, show and check fault scenarios"),
         {QStringLiteral("scenarios list"),
          QStringLiteral("scenarios show s3-slowdown-then-ok --format json")}},
        {QStringLiteral("run"),
         QStringLiteral("URL | --url URL | --scenario NAME|FILE"),
         QStringLiteral("Send real requests, retry as the policy says, and show why"),
         {QStringLiteral(
              "run --scenario s3-slowdown-then-ok --policy botocore-1.43.67-standard --output run.json"),
          QStringLiteral("run localhost:8080/health --policy curl-retry-3 --read-timeout 2s")}},
        {QStringLiteral("simulate"),
         QStringLiteral("--scenario NAME|FILE"),
         QStringLiteral("Play a scenario in virtual time, without a socket"),
         {QStringLiteral("simulate --scenario always-503 --policy botocore-1.43.67-standard --calls 300"),
          QStringLiteral(
              "simulate --scenario s3-rate-limit --policy botocore-1.43.67-adaptive --calls 50 --seed 1")}},
        {QStringLiteral("replay"),
         QStringLiteral("RECORD --policy ID|FILE"),
         QStringLiteral("Judge the responses of a record under another policy"),
         {QStringLiteral("replay run.json --policy record"),
          QStringLiteral("replay run.json --policy cpp-1.11.332-default --policy jsv3-3.1169.0-standard")}},
        {QStringLiteral("explain"),
         QStringLiteral(
             "STATUS | --status N | --fault KIND | --template NAME | --response FILE | --record FILE"),
         QStringLiteral("Show whether a client retries one response, and why"),
         {QStringLiteral("explain 503 --header 'Retry-After: 5'"),
          QStringLiteral("explain --template nginx-502-html --policy cpp-1.11.332-default --service s3"),
          QStringLiteral("explain --record run.json --policy all")}},
        {QStringLiteral("bounds"),
         QStringLiteral("--policy ID|FILE"),
         QStringLiteral("Show how long a call can take and how many requests reach the server"),
         {QStringLiteral("bounds --policy botocore-1.43.67-standard --read-timeout 2s --deadline 10s"),
          QStringLiteral("bounds --policy botocore-1.43.67-standard --layer app=3,1s --layer sdk --layer "
                         "proxy=2 --calls 300")}},
        {QStringLiteral("affected"),
         QStringLiteral("[--sdk NAME@VERSION] [--service NAME]"),
         QStringLiteral("Show what the retry rules of 2026 change for AWS SDKs in this environment, and how "
                        "to keep the old rules"),
         {QStringLiteral("affected"), QStringLiteral("affected --sdk botocore@1.43.67 --service dynamodb")}},
        {QStringLiteral("probe"),
         QStringLiteral("--through URL --listen HOST:PORT | --bench FILE | --print-config NAME"),
         QStringLiteral("Show what a proxy, gateway or load balancer does with each error, and which clients "
                        "stop retrying, or retry more often"),
         {QStringLiteral("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --output bench.json"),
          QStringLiteral("probe --print-config nginx --listen 127.0.0.1:9000 --port 8080"),
          QStringLiteral("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --expect bench.json "
                         "--junit probe.xml")}},
        {QStringLiteral("record"),
         QStringLiteral("--upstream URL | --scenario NAME|FILE | --forward-proxy"),
         QStringLiteral("Stand in for the server and record what a real client sends; prints its URL first"),
         {QStringLiteral("record --upstream https://s3.example.com --port 8899 --output record.json"),
          QStringLiteral("record --scenario s3-slowdown-then-ok --output record.json"),
          QStringLiteral("record --forward-proxy --intercept --duration 1min --output record.json")}},
        {QStringLiteral("infer"),
         QStringLiteral("RECORD"),
         QStringLiteral("Identify the clients in a record: how they retry, and which presets match"),
         {QStringLiteral("infer record.json"), QStringLiteral("infer record.json --format json")}},
        {QStringLiteral("serve"),
         QStringLiteral("--scenario NAME|FILE"),
         QStringLiteral("Open the built-in endpoint on loopback; prints its URL first"),
         {QStringLiteral("serve --scenario s3-slowdown-then-ok --port 8080"),
          QStringLiteral("serve --scenario always-503 --log requests.jsonl")}},
        {QStringLiteral("convert"),
         QStringLiteral("FILE --to FORMAT"),
         QStringLiteral("Convert a record to json, csv, markdown, svg or png; a probe result to json, csv or "
                        "markdown; a policy or scenario to json"),
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
            return QStringLiteral("--%1 has no effect together with --%2").arg(name, *other);
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
        result += optionLines(command, style) + QLatin1Char('\n') +
                  paragraph(QStringLiteral("For the options of a command: retryscope-cli COMMAND --help"), 0);
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
