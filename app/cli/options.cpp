// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/options.h"

#include "app/cli/text_table.h"
#include "core/io/files/bench_files.h"
#include "core/io/format/step_templates.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>

namespace retryscope::cli {

namespace {

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

/// Of the commands that judge a request; each accepts all of them, whether they have an effect or not.
const QStringList kShared = words("run simulate replay explain bounds");

OptionSpec shared(const char* name, const char* value, const char* help)
{
    return {QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help), kShared};
}

OptionSpec of(const char* commandList, const char* name, const char* value, const char* help)
{
    return {QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help),
            words(commandList)};
}

OptionSpec everywhere(const char* name, const char* value, const char* help)
{
    return {QString::fromLatin1(name), QString::fromLatin1(value), QString::fromUtf8(help), {}};
}

std::vector<OptionSpec> makeOptions()
{
    return {
        of("run", "url", "URL", "send to this http:// or https:// address"),
        of("run simulate serve record", "scenario", "NAME|FILE",
           "play this scenario; for run, on the built-in endpoint; for record in place of --upstream"),
        of("run simulate serve explain", "behind", "NAME|FILE",
           "put a box between: each response is what the box of this probe makes of it; a built-in one by "
           "its name below (NAME alone has its smallest configuration, NAME-hardened the limits and pages of "
           "its own "
           "that people set, NAME-article makes 503 SlowDown a 429), or a saved one; all but explain with "
           "--scenario"),
        of("explain bounds", "status", "N", "status of the given response, 100 to 999"),
        of("explain bounds", "body", "TEXT|@FILE", "body of the given response; @- is standard input"),
        of("explain bounds", "response", "FILE", "the given response as raw HTTP/1.1; - is standard input"),
        of("explain bounds", "template", "NAME",
           "the given response is a built-in one, as nginx-502-html; the names stand below"),
        of("explain bounds", "fault", "KIND",
           "how the attempt ended without a complete response; the names stand below"),
        of("explain", "record", "FILE",
           "the given response is one of this record; under the record's own policy it is judged in the "
           "situation it was in, under others as the same attempt of their first call; with --status, "
           "--header "
           "or --body: what if the response had been this"),
        of("explain", "call", "N", "which call of the record (default 1)"),
        of("explain", "client", "N", "which client of the record (default 1)"),
        of("explain", "attempt", "N",
           "which attempt this is, from 1, those before it taken to have ended alike (default 1; of a "
           "record: the last of the call that failed, else its last)"),
        of("explain", "tokens", "N", "level of the retry quota before it (default: full)"),
        of("explain", "only-differences", "",
           "leave out policies that judge as most do; another delay because of the server's hint is a "
           "difference"),
        of("explain", "brief", "",
           "with one policy: without the findings, only the verdict and what would change it"),
        of("explain", "grid-as", "FORM", "the grid as a table (default), markdown or csv"),
        of("explain bounds", "attempt-time", "MS",
           "how long each attempt takes (default: --read-timeout if given, else the timeout that it fails "
           "by, else 0); for explain, how long this one took, to hold against --attempt-timeout (default: as "
           "recorded)"),
        of("bounds", "latency", "p50=MS,p99=MS",
           "how long an attempt takes, as a distribution: half of them at most the first, 99 of 100 at most "
           "the "
           "second"),
        of("bounds run simulate", "layer", "NAME=N[,MS]",
           "something that repeats what fails: N attempts (N - 1 retries), MS between them. run and simulate "
           "play "
           "one around the client; for bounds it is repeatable, the outermost first; "
           "'sdk' alone says where the policy stands among them (default: innermost)"),
        of("replay", "beyond", "WHAT",
           "when more responses are needed than were recorded: repeat (the last one; default), succeed, "
           "stop"),
        of("policies", "map", "NAME=KIND",
           "for code: take this error name for throttling, transient, timeout, server or permanent; "
           "'status:429=KIND' says it of a status; repeatable"),
        of("policies", "from", "KIND",
           "for import: shared-config, grpc, envoy, istio, nginx, haproxy, urllib3, axios-retry or "
           "resilience4j (default: guessed from the content)"),
        of("policies", "part", "NAME",
           "for import: this of several routes, methods, back ends or instances (default: the first)"),
        of("policies", "id", "ID", "for import: id of the policy (default: imported-KIND)"),
        of("policies", "output", "FILE", "for import: write the policy there, whole or not at all"),
        of("probe", "through", "URL",
           "the box: its http:// or https:// address; a path comes before each row's"),
        of("probe", "listen", "HOST:PORT",
           "where the origin responds, which the box must be configured for; port 0 only with --wait"),
        of("probe", "behaviours", "NAME|FILE",
           "what the origin does: common (default), aws, rare, all, or a scenario file whose steps each "
           "become "
           "a row"),
        of("probe", "repeat", "N", "requests for each row (default 1)"),
        of("probe", "patience", "MS",
           "how long the client waits without a byte; what is held back longer is a result (default 10000)"),
        of("probe", "box", "NAME", "what the box is (default: read from Server or Via)"),
        of("probe", "wait", "", "open the origin, say where, and begin after a line on standard input"),
        of("probe", "expect", "NAME|FILE", "a saved probe; exit 1 where the box behaves otherwise"),
        of("probe", "junit", "FILE", "write the result there as JUnit XML, too"),
        of("probe", "bench", "NAME|FILE",
           "show this saved probe instead of making one; with --policy under others"),
        of("probe", "explain-response", "FILE",
           "read backwards: after which behaviours of --bench a client gets this response (as on the "
           "wire, as curl -i prints it, or its page alone)"),
        of("probe", "print-config", "NAME",
           "print a configuration that lets a probe through, for --listen (default 127.0.0.1:9000) and "
           "--port (default 8080): apache, caddy, envoy, "
           "haproxy, lighttpd, nginx, squid, trafficserver or varnish"),
        of("probe", "port", "N", "for --print-config: where the box listens (default 8080)"),
        of("probe", "policy", "ID|FILE",
           "judge as this client; repeatable, 'all' means each preset (default: six)"),
        of("probe", "header", "'K: V'", "header of every request; repeatable"),
        of("probe", "grid-as", "FORM", "the rows as a report (default), markdown or csv"),
        of("probe", "output", "FILE", "write the probe there as JSON, whole or not at all"),
        of("probe", "seed", "N", "seed of the request ids (default 0)"),
        of("probe", "cacert", "FILE", "PEM certificates of the only authorities to trust"),
        of("probe", "insecure", "", "do not verify the box's certificate"),
        of("record", "upstream", "URL",
           "send requests on to this http:// or https:// server; its path comes before theirs"),
        of("record", "host", "keep|rewrite",
           "the Host that the upstream is told: the client's (default), over which it may have signed, or "
           "the "
           "upstream's"),
        of("record", "forward-proxy", "",
           "clients name the server themselves (HTTP_PROXY); CONNECT is tunnelled and counted"),
        of("record", "intercept", "",
           "open CONNECT with an authority of this program's own, which clients must be told to trust; its "
           "file "
           "is printed"),
        of("record", "intercept-host", "NAME",
           "open only CONNECTs to this host and those below it; the authority is good for no others; "
           "repeatable"),
        of("record", "remove-ca", "", "remove that authority and its key, and end"),
        of("record", "overlay", "NAME|FILE",
           "play this scenario on the way: its steps respond in place of the upstream, or pass"),
        of("record", "declared-steps", "",
           "the attempt that a client declares (amz-sdk-request) chooses the step, not the order of arrival"),
        of("record", "listen", "HOST:PORT", "where clients connect (default 127.0.0.1, any free port)"),
        of("record", "allow-remote", "", "--listen may be an address that others can reach"),
        of("record", "stop-after", "N", "end after so many requests"),
        of("record", "duration", "MS", "end after so long"),
        of("record", "log", "FILE", "append one JSON line per request received"),
        of("serve record", "port", "N", "listen on this port (default 0: any free one)"),
        of("serve", "log", "FILE", "append one JSON line per request received"),
        of("serve record", "host-name", "NAME",
           "respond to requests for this host, too (default: localhost, *.localhost and loopback addresses; "
           "others get 421); repeatable"),
        of("serve record", "seed", "N", "seed of the request ids"),
        of("record", "service", "NAME",
           "what the requests are for, which decides how errors are read (default: as the first request "
           "says)"),
        of("record", "cacert", "FILE", "PEM certificates of the only authorities to trust, for the upstream"),
        of("record", "insecure", "", "do not verify the upstream's certificate"),
        of("record", "proxy", "URL", "reach the upstream through this http:// or socks5:// proxy"),
        of("record", "no-proxy", "LIST", "comma-separated hosts or .domains to reach directly, or *"),
        of("record", "output", "FILE", "write the record there, whole or not at all"),
        of("infer", "policy", "ID|FILE",
           "hold against this preset; repeatable, 'all' means each (default: all)"),
        of("infer", "output", "FILE", "write the result there as JSON, whole or not at all"),
        of("convert", "to", "FORMAT", "json, csv, markdown, svg or png"),
        of("convert", "scale", "N", "pixels of a png: 1, or 2 (default) for sharp screens"),
        of("convert", "output", "FILE", "write it there, whole or not at all (default: standard output)"),

        shared("policy", "ID|FILE",
               "preset, policy file, or - for one on standard input; default sdk-reference-standard for run "
               "and simulate, "
               "all presets for explain; repeatable for replay, explain and bounds, where 'all' means each "
               "preset (and 'record' the record's own, for explain --record and replay)"),
        of("run simulate replay explain bounds policies affected", "service", "NAME",
           "an AWS service, which decides the protocol: s3, dynamodb, lambda, sqs, sts, ec2 and other common "
           "ones; default generic. A name that is not known is read as generic, which is said. For affected "
           "repeatable (default: generic and dynamodb)"),
        shared("operation", "NAME", "for example ListObjectsV2"),
        shared("protocol", "NAME",
               "how errors are read, whatever the service: rest-xml, query, ec2, soap, json, rest-json, "
               "generic"),
        shared("method", "M", "request method (default GET; POST with --data)"),
        shared("header", "'K: V'",
               "request header; repeatable. For explain and bounds: header of the given response"),
        of("explain bounds", "request-header", "'K: V'", "header of the request; repeatable"),
        shared("data", "TEXT|@FILE", "request body"),
        shared(
            "poll", "'M URL'",
            "the request starts an operation, and this asks for its state: 'GET URL' or a path of the same "
            "server, with the request's header fields; {token} in it is filled in. For a policy that "
            "polls, as aws-general-polling"),
        shared("poll-token", "PLACE",
               "where the response to the start holds {token}: json:PATH, xml:PATH or body"),
        shared("poll-data", "TEXT|@FILE", "body of --poll; {token} in it is filled in"),
        shared("calls", "N", "calls one after the other by one client (default 1)"),
        shared("clients", "N", "clients side by side, each with its own quota (default 1)"),
        of("run simulate replay explain bounds policies", "max-attempts", "N",
           "attempts of a call, the first one included"),
        shared("set", "PATH=VALUE",
               "override one value of the policy, as in backoff.cap=5s; repeatable; of it and --max-attempts "
               "the later one holds"),
        shared("seed", "N", "seed of the jitter (default: random, and printed)"),
        of("run simulate replay explain bounds policies", "connect-timeout", "MS",
           "time to connect (default 10000)"),
        of("run simulate replay explain bounds policies", "read-timeout", "MS",
           "idle time between two reads (default 60000)"),
        shared("attempt-timeout", "MS",
               "time for one attempt, from the look-up to the last byte (default: no limit)"),
        shared("deadline", "MS", "time for a whole call, attempts and delays"),
        shared("proxy", "URL",
               "http:// or socks5:// proxy, with user:password@ where needed (default for run --url: "
               "http_proxy, https_proxy or all_proxy, never for loopback)"),
        shared("no-proxy", "LIST", "comma-separated hosts or .domains to reach directly, or *"),
        shared("cacert", "FILE", "PEM certificates of the only authorities to trust"),
        shared("cert", "FILE", "PEM client certificate"),
        shared("key", "FILE", "PEM private key of the client certificate"),
        shared("insecure", "", "do not verify the server's certificate"),
        shared("no-wait", "", "plan and record delays, but do not sleep them"),
        shared("retry-mode-from-environment", "",
               "take mode and attempts from Java properties (clients in a JVM), AWS_RETRY_MODE, "
               "AWS_MAX_ATTEMPTS and AWS_NEW_RETRIES_2026, the shared config file, then the preset"),
        of("affected", "sdk", "NAME[@VERSION]",
           "only this SDK, in this version (default: every one, in the newest version known); repeatable"),
        of("run simulate replay explain bounds affected", "profile", "NAME",
           "profile of the shared config file (default: AWS_PROFILE, then default)"),
        of("run simulate replay explain bounds affected", "java-property", "K=V",
           "aws.retryMode, aws.maxAttempts or aws.newRetries2026, for clients in a JVM; repeatable"),
        shared(
            "keep-bodies", "MIB",
            "for run: how much of response bodies the record keeps, in MiB (default 256); what comes beyond "
            "is judged, then dropped, and its length and, up to 16 MiB, its SHA-256 stay"),
        shared("output", "FILE", "write the record there, whole or not at all"),

        everywhere("format", "text|json", "form of the result (default text)"),
        everywhere("color", "WHEN", "auto (default), always, never; NO_COLOR is honoured"),
        everywhere("secret-name", "NAME", "this header, parameter or member holds a secret, too; repeatable"),
        everywhere("include-secrets", "", "do not replace credentials, cookies and signatures"),
        everywhere("help", "", "print this help; also -h, and 'help COMMAND'"),
        everywhere("version", "", "print the version"),
    };
}

const std::vector<OptionSpec>& options()
{
    static const std::vector<OptionSpec> kOptions = makeOptions();
    return kOptions;
}

bool isKnownTo(const OptionSpec& option, const QString& command)
{
    return option.commands.isEmpty() || option.commands.contains(command);
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
        if (isKnownTo(option, command)) {
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
    QStringList faults;
    for (const FaultKind kind : allFaultKinds()) {
        faults.append(toQString(std::string(toString(kind))));
    }
    QStringList templates;
    for (const io::StepTemplate& known : io::stepTemplates()) {
        if (known.step.fault == Misbehaviour::None) {
            templates.append(known.name);
        }
    }
    return boxes + listLines(QStringLiteral("Faults"), faults, style) +
           listLines(QStringLiteral("Templates"), templates, style);
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
         QStringLiteral("--url URL | --scenario NAME|FILE"),
         QStringLiteral("send for real, retry as the policy says, and show why"),
         {QStringLiteral(
              "run --scenario s3-slowdown-then-ok --policy botocore-1.43.67-standard --output run.json"),
          QStringLiteral("run --url http://localhost:8080/health --policy curl-retry-3")}},
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
         QStringLiteral("--status N | --fault KIND | --template NAME | --response FILE | --record FILE"),
         QStringLiteral("judge one given response, and say why"),
         {QStringLiteral("explain --status 503 --header 'Retry-After: 5'"),
          QStringLiteral("explain --template nginx-502-html --policy cpp-1.11.332-default --service s3"),
          QStringLiteral("explain --record run.json --policy all")}},
        {QStringLiteral("bounds"),
         QStringLiteral("--policy ID|FILE"),
         QStringLiteral("how long a call can take and what reaches the server, at best and at worst"),
         {QStringLiteral("bounds --policy botocore-1.43.67-standard --read-timeout 2000 --deadline 10000"),
          QStringLiteral("bounds --policy botocore-1.43.67-standard --layer app=3,1000 --layer sdk --layer "
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
          QStringLiteral("record --forward-proxy --intercept --duration 60000 --output record.json")}},
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
    const auto found = std::find_if(options().begin(), options().end(), [&](const OptionSpec& option) {
        return option.name == name && isKnownTo(option, command);
    });
    return found == options().end() ? nullptr : &*found;
}

QStringList optionNames(const QString& command)
{
    QStringList names;
    for (const OptionSpec& option : options()) {
        if (isKnownTo(option, command)) {
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
