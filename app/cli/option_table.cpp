// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/option_table.h"

#include "app/cli/environment_settings.h"
#include "app/cli/expectations.h"
#include "app/cli/given_response.h"
#include "app/cli/policy_choice.h"
#include "app/cli/policy_code.h"
#include "app/cli/poll_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/served_hosts.h"
#include "core/io/files/box_files.h"
#include "core/io/import/import.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"

#include <limits>
#include <utility>

namespace retryscope::cli {

namespace {

OptionSpec of(const char* commandList, const char* name, const char* value, ValueRule rule, const char* help)
{
    return {QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help),
            namesIn(commandList), std::move(rule)};
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
    return oneOf(namesIn(list));
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
    return readBy([read](const QString&, const QString& value) { static_cast<void>(read(value)); });
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
                       "Built-in response, for example nginx-502-html"));
    table.push_back(of("explain bounds", "fault", "KIND", oneOf(faultNames()),
                       "Fault that ended the attempt without a complete response"));
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
    table.push_back(of("bounds", "attempt-time", "TIME", timeValue(),
                       "Duration of each attempt (default: --read-timeout, else the timeout that ends the "
                       "attempt, else 0)"));
    table.push_back(of("explain", "attempt-time", "TIME", timeValue(),
                       "Duration of this attempt, to compare with --attempt-timeout (default: as recorded)"));
    table.push_back(of("explain", "sort", "ORDER", wordsOf("verdict id"),
                       "Order of the rows: by verdict (retries first) or by id (default: by client)"));
    table.push_back(of("replay", "sort", "ORDER", wordsOf("verdict id"),
                       "Order of the rows: by verdict or by id (default: as the policies are given)"));
    table.push_back(of("probe", "sort", "ORDER", wordsOf("verdict id"),
                       "Order of the rows: by verdict behind the proxy (retries first) or by id (default: as "
                       "probed)"));
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
                       "Treat this error name (exception name) as throttling, transient, timeout, "
                       "server or permanent; status:429=KIND maps a status; repeatable"));
    table.push_back(of("policies/code", "retry-method", "METHOD", byReader(methodFrom),
                       "Retry requests with this method as well; repeatable"));
    table.push_back(of("policies/code", "no-retry-method", "METHOD", byReader(methodFrom),
                       "Do not retry requests with this method; repeatable"));
    table.push_back(of("policies/import", "from", "KIND", oneOf(configurationKinds()),
                       "Format of FILE: shared-config, botocore-config, grpc, envoy, istio, gateway-api, "
                       "envoy-gateway, nginx, ingress-nginx, haproxy, urllib3, axios-retry or resilience4j "
                       "(default: guessed from the content)"));
    table.push_back(of("policies/import", "part", "NAME", anyText(),
                       "Route, method, back end or instance to import (default: the first)"));
    table.push_back(
        of("policies/import", "id", "ID", anyText(), "Id of the policy (default: imported-KIND)"));
    table.push_back(of("policies/import", "output", "FILE", outputFile(),
                       "Save the policy to this file (default: not saved)"));
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
    table.push_back(switchOf("probe", "facts-only",
                             "With --output: save only what was sent and received; Retryscope computes the "
                             "rest when it reads the file"));
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
                       "With --print-config: port of the proxy (default: 8080)"));
    table.push_back(of("probe", "policy", "ID|FILE", policyName(),
                       "Client to judge as: preset id or policy file; repeatable; \"all\" means every policy "
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
        of("record", "service", "NAME", serviceName(),
           "Service of the requests, which decides how errors are read (default: from the first request)"));
    table.push_back(of("record", "cacert", "FILE", certificateFile(),
                       "Trust only the certificate authorities in this PEM file for the upstream"));
    table.push_back(switchOf("record", "insecure", "Do not verify the upstream's certificate"));
    table.push_back(of("record", "proxy", "URL", proxyAddress(),
                       "Reach the upstream through this http:// or socks5:// proxy"));
    table.push_back(of("record", "no-proxy", "LIST", anyText(),
                       "Hosts or .domains to reach without a proxy, comma-separated; * for all"));
}

/// What is sent, by whom, and how often.
void addRequest(std::vector<OptionSpec>& table)
{
    table.push_back(
        of("run", "url", "URL", address(), "Address to send to: http:// or https:// URL, or a bare host"));
    table.push_back(
        of("run", "scenario", "NAME|FILE", scenarioName(), "Play this scenario on the built-in endpoint"));
    table.push_back(
        of("simulate serve", "scenario", "NAME|FILE", scenarioName(), "Scenario to play; required"));
    table.push_back(of("record", "scenario", "NAME|FILE", scenarioName(),
                       "Respond with this scenario instead of forwarding to an upstream"));
    table.push_back(of("run simulate serve explain", "behind", "NAME|FILE", benchName(),
                       "Pass each response through the proxy of this probe result first: a built-in name or "
                       "a saved file (default: none)"));
    table.push_back(of("run simulate", "layer", "NAME=N[,TIME]", layerValue(),
                       "Retry loop around the client: N attempts (N - 1 retries) with delay TIME between "
                       "them (default: none)"));
    table.push_back(of("bounds", "layer", "NAME=N[,TIME]", layerValue(),
                       "Retry loop around or behind the client: N attempts with delay TIME between them; "
                       "repeatable, outermost first; \"sdk\" marks the place of the client (default: "
                       "innermost)"));
    table.push_back(
        of("infer", "policy", "ID|FILE", policyName(),
           "Compare with this policy: preset id or policy file; repeatable; \"all\" adds your own "
           "policies (default: every built-in preset)"));
    table.push_back(of(
        "infer", "policy-output", "FILE", outputFile(),
        "Save a policy that decides as the recorded client did; with several clients --client chooses one"));
    table.push_back(of("infer", "client", "N", ordinal(),
                       "Number of the client for --policy-output, as printed (default: the only one)"));
    table.push_back(of("infer", "output", "FILE", outputFile(), "Save the result to this file as JSON"));
    table.push_back(of("import convert infer replay explain", "from", "FORMAT", oneOf(io::trafficFormats()),
                       "Format of a file of another program (default: recognised from its beginning)"));
    table.push_back(
        of("import infer record", "group-by", "KEY", anyText(),
           "What keeps the attempts of a call together: automatic, or header:NAME, a header field "
           "that is the same in all of them, such as header:x-request-id (default: automatic)"));
    table.push_back(
        switchOf("import", "preview", "Only show what was understood, line by line; save nothing"));
    table.push_back(of("import", "output", "FILE", outputFile(), "Save the record to this file as JSON"));
    table.push_back(
        of("convert", "to", "FORMAT", anyText(),
           "Format to write: json, csv, har, otlp, markdown, html, svg or png; required. svg and png need "
           "the window program"));
    table.push_back(of("convert", "scale", "N", numberFrom(1, 2),
                       "Resolution of a png: 1, or 2 for high-density screens (default: 2)"));
    table.push_back(
        of("convert", "output", "FILE", outputFile(), "Save to this file (default: standard output)"));
    table.push_back(of("run simulate", "policy", "ID|FILE", policyName(),
                       "Retry policy: preset id, policy file, or - for standard input (default: "
                       "sdk-reference-standard)"));
    table.push_back(of("replay", "policy", "ID|FILE", policyName(),
                       "Policy to judge under: preset id, policy file, - for standard input, \"record\" for "
                       "the record's own, or \"all\"; repeatable; required"));
    table.push_back(
        of("explain", "policy", "ID|FILE", policyName(),
           "Policy to judge under: preset id, policy file, - for standard input, \"all\", or with "
           "--record \"record\" for its own; repeatable (default: all)"));
    table.push_back(
        of("bounds", "policy", "ID|FILE", policyName(),
           "Policy: preset id, policy file, - for standard input, or \"all\"; repeatable; required"));
    table.push_back(of("run simulate", "service", "NAME", serviceName(),
                       "AWS service, for example s3 or dynamodb; it decides how errors are read. An unknown "
                       "name is treated as generic, with a note (default: the scenario's, else generic)"));
    table.push_back(of("explain bounds policies/code", "service", "NAME", serviceName(),
                       "AWS service, for example s3 or dynamodb; it decides how errors are read. An unknown "
                       "name is treated as generic, with a note (default: generic)"));
    table.push_back(of("affected", "service", "NAME", serviceName(),
                       "AWS service; repeatable (default: generic and dynamodb)"));
    table.push_back(
        of("run simulate", "operation", "NAME", anyText(),
           "Operation of the service, for example ListObjectsV2 (default: the scenario's, else none)"));
    table.push_back(of("explain bounds", "operation", "NAME", anyText(),
                       "Operation of the service, for example ListObjectsV2 (default: none)"));
    table.push_back(of("run simulate explain bounds", "protocol", "NAME", protocolName(),
                       "Protocol, which decides how errors are read: rest-xml, query, ec2, soap, json, "
                       "rest-json or generic (default: the service's)"));
    table.push_back(of("run simulate", "method", "M", byReader(methodFrom),
                       "Request method (default: the scenario's, else GET; with --data POST)"));
    table.push_back(of("explain bounds", "method", "M", byReader(methodFrom),
                       "Request method (default: GET; with --data POST)"));
    table.push_back(of("run simulate", "header", "'K: V'", header(), "Request header; repeatable"));
    table.push_back(of("explain bounds", "header", "'K: V'", header(), "Header of the response; repeatable"));
    table.push_back(
        of("explain bounds", "request-header", "'K: V'", header(), "Header of the request; repeatable"));
    table.push_back(of("run simulate explain bounds", "data", "TEXT|@FILE", textOrFileName(),
                       "Request body; changes the method GET to POST"));
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
    table.push_back(of("run simulate explain bounds", "connect-timeout", "TIME", timeValue(),
                       "Time limit for connecting (default: 10 s)"));
    table.push_back(of("policies/code", "connect-timeout", "TIME", timeValue(),
                       "Time limit for connecting, to write into the code (default: none)"));
    table.push_back(of("run simulate explain", "read-timeout", "TIME", timeValue(),
                       "Time limit for silence between two reads (default: 60 s)"));
    table.push_back(of("bounds", "read-timeout", "TIME", timeValue(),
                       "Read timeout that ends every attempt, unless --status, --fault, --template or "
                       "--response is given"));
    table.push_back(of("policies/code", "read-timeout", "TIME", timeValue(),
                       "Read timeout to write into the code (default: none)"));
    table.push_back(of("run simulate explain bounds", "attempt-timeout", "TIME", timeValue(),
                       "Time limit for one attempt, from name lookup to last byte (default: none)"));
    table.push_back(of("run simulate explain bounds", "deadline", "TIME", timeValue(),
                       "Time limit for a whole call, attempts and delays included (default: none)"));
    table.push_back(of("run", "follow", "N", numberFrom(0, kMostFollowed),
                       "Redirects to follow within an attempt; they cost no retry (default: 0)"));
    table.push_back(of("run", "follow-header", "NAME", followHeader(),
                       "Header field to send along when a redirect leads to another server, which gets only "
                       "harmless ones; never one with a secret; repeatable"));
    table.push_back(of("run", "proxy", "URL", proxyAddress(),
                       "Proxy, http:// or socks5://, with user:password@ if needed (default: http_proxy, "
                       "https_proxy or all_proxy; none for loopback)"));
    table.push_back(of("run", "no-proxy", "LIST", anyText(),
                       "Hosts or .domains to reach without a proxy, comma-separated; * for all"));
    table.push_back(of("run", "cacert", "FILE", certificateFile(),
                       "Trust only the certificate authorities in this PEM file"));
    table.push_back(of("run", "cert", "FILE", certificateFile(),
                       "Client certificate (PEM), shown to the server of the request"));
    table.push_back(of("run", "cert-host", "HOST", anyText(),
                       "Host that gets the client certificate too when a redirect leads there; repeatable"));
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
    table.push_back(of("affected", "to", "VERSION", byReader(versionFrom),
                       "Compare the version of --sdk with this one, newer or older"));
    table.push_back(of("affected", "with", "PACKAGE@VERSION", byReader(partVersionFrom),
                       "Version of another package that decides with --sdk, for example @smithy/core@3.41.1; "
                       "repeatable"));
    table.push_back(of("run simulate replay explain bounds affected", "profile", "NAME", anyText(),
                       "Profile of the shared config file (default: AWS_PROFILE, else \"default\")"));
    table.push_back(
        of("run simulate replay explain bounds affected", "java-property", "K=V", byReader(javaPropertyFrom),
           "Java property of JVM clients: aws.retryMode, aws.maxAttempts or aws.newRetries2026; repeatable"));
    table.push_back(of("run", "keep-bodies", "MIB", numberFrom(0, qint64{1024} * 1024),
                       "Response bodies to keep in the record, in MiB; further bodies are judged, then "
                       "dropped (default: 256)"));
    table.push_back(
        of("run simulate record", "output", "FILE", outputFile(), "Save the record to this file"));
    table.push_back(
        of("run simulate replay convert", "expect", "EXPRESSION", byReader(expectationFrom),
           "Exit 1 unless this holds: attempts<=3, verdict==succeeded, p99<2s, kind[1]==throttling, "
           "header[1](Retry-After) exists; repeatable. With it the calls do not decide the exit code"));
    table.push_back(of("run simulate replay convert", "junit", "FILE", outputFile(),
                       "Also save the results of --expect to this file as JUnit XML"));
    table.push_back(of("run simulate replay convert", "tap", "FILE", outputFile(),
                       "Also save the results of --expect to this file as TAP"));
    table.push_back(of("replay", "output", "FILE", outputFile(),
                       "Save the record to this file; with several policies, all records as JSON"));
    table.push_back(
        of("explain bounds", "output", "FILE", outputFile(), "Save the result to this file as JSON"));
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

} // namespace

const std::vector<OptionSpec>& options()
{
    static const std::vector<OptionSpec> kOptions = makeOptions();
    return kOptions;
}

} // namespace retryscope::cli
