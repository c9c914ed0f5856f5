// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/command_table.h"

#include "app/cli/option_values.h"

#include <algorithm>

namespace retryscope::cli {

namespace {

QString text(const char* latin1)
{
    return QString::fromLatin1(latin1);
}

std::vector<CommandSpec> sendingCommands()
{
    const QString group = text("Send requests");
    return {
        {.name = text("run"),
         .group = group,
         .usage = {text("URL | --url URL | --scenario NAME|FILE [options]")},
         .summary = text("Send real requests, retry as the policy says, and show why"),
         .purpose = text("Sends real requests, retries as the policy says, and shows every attempt, every "
                         "delay and the reason for each decision. With --scenario the built-in endpoint "
                         "plays the server."),
         .options = namesIn("policy scenario header data calls deadline seed output"),
         .examples = {text("run localhost:8080/health --policy curl-retry-3"),
                      text("run --scenario s3-slowdown-then-ok --policy botocore-1.43.67-standard --output "
                           "run.json")},
         .exitCodes = text("0 every call succeeded; 1 a call failed; 2 wrong usage; 3 invalid input file; 4 "
                           "cannot open, listen or write; 130 interrupted (the record so far is written)")},
        {.name = text("simulate"),
         .group = group,
         .usage = {text("--scenario NAME|FILE [options]")},
         .summary = text("Play a scenario in virtual time, without a socket"),
         .purpose = text("Plays a scenario in virtual time, without a socket; delays take no real time. The "
                         "report is the same as that of run."),
         .options = namesIn("scenario policy calls clients set behind seed output"),
         .examples = {text("simulate --scenario always-503 --policy botocore-1.43.67-standard --calls 300"),
                      text("simulate --scenario s3-rate-limit --policy botocore-1.43.67-adaptive --calls 50 "
                           "--seed 1")},
         .exitCodes = text("0 every call succeeded; 1 a call failed; 2 wrong usage; 3 invalid input file; 4 "
                           "cannot write; 130 interrupted (the record so far is written)")},
        {.name = text("serve"),
         .group = group,
         .usage = {text("--scenario NAME|FILE [options]")},
         .summary = text("Open the built-in endpoint on loopback"),
         .purpose = text("Opens the built-in endpoint on loopback, so that your own client can send to it. "
                         "The first line of standard output is its URL. Ctrl+C stops it."),
         .options = namesIn("scenario port host-name behind log seed"),
         .examples = {text("serve --scenario s3-slowdown-then-ok --port 8080"),
                      text("serve --scenario always-503 --log requests.jsonl")},
         .exitCodes = text("130 stopped by Ctrl+C or a signal; 2 wrong usage; 3 invalid input file; 4 cannot "
                           "listen or write")}};
}

std::vector<CommandSpec> judgingCommands()
{
    const QString group = text("Judge responses");
    return {
        {.name = text("explain"),
         .group = group,
         .usage = {text("STATUS | --status N | --fault KIND | --template NAME | --response FILE | --record "
                        "FILE [options]")},
         .summary = text("Show whether a client retries one response, and why"),
         .purpose = text("Shows whether a client retries one response, and why. One policy gives every "
                         "finding and what would change the verdict; several policies give a table."),
         .options = namesIn("policy service header body attempt tokens behind brief sort"),
         .examples = {text("explain 503 --header 'Retry-After: 5'"),
                      text("explain --template nginx-502-html --policy cpp-1.11.332-default --service s3"),
                      text("explain --record run.json --policy all")},
         .exitCodes = text("0 done, whatever the verdict; 2 wrong usage; 3 invalid input file; 4 cannot open "
                           "or write"),
         .more = text("Faults and templates")},
        {.name = text("replay"),
         .group = group,
         .usage = {text("RECORD --policy ID|FILE [options]")},
         .summary = text("Judge the responses of a record under another policy"),
         .purpose = text("Judges the responses of a saved record under another policy. One policy gives a "
                         "full report, several give a table with one row each."),
         .options = namesIn("policy beyond max-attempts set seed sort output"),
         .examples = {text("replay run.json --policy record"),
                      text("replay run.json --policy cpp-1.11.332-default --policy jsv3-3.1169.0-standard")},
         .exitCodes = text("0 every call succeeds; 1 a call fails; 2 wrong usage; 3 invalid input file; 4 "
                           "cannot open or write; 130 interrupted (the records so far are written)")},
        {.name = text("bounds"),
         .group = group,
         .usage = {text("--policy ID|FILE [options]")},
         .summary = text("Show how long a call can take and how many requests it sends"),
         .purpose = text("Shows how long a call can take if every attempt fails alike, and how many requests "
                         "reach the server: best, expected and worst case. Unless you choose a response, "
                         "every attempt ends with a 503."),
         .options = namesIn("policy deadline read-timeout attempt-time status layer calls clients"),
         .examples = {text("bounds --policy botocore-1.43.67-standard --read-timeout 2s --deadline 10s"),
                      text("bounds --policy botocore-1.43.67-standard --layer app=3,1s --layer sdk --layer "
                           "proxy=2 --calls 300")},
         .exitCodes = text("0 done; 2 wrong usage; 3 invalid input file; 4 cannot open or write")}};
}

std::vector<CommandSpec> observingCommands()
{
    const QString group = text("Look at real clients and proxies");
    return {
        {.name = text("record"),
         .group = group,
         .usage = {text("--upstream URL | --scenario NAME|FILE | --forward-proxy [options]")},
         .summary = text("Stand in for the server and record what a real client sends"),
         .purpose = text("Stands in for the server and records what a real client sends. The first line of "
                         "standard output is the URL to give to the client. Ctrl+C stops and writes the "
                         "record."),
         .options = namesIn("upstream scenario forward-proxy intercept port stop-after duration output"),
         .examples = {text("record --upstream https://s3.example.com --port 8899 --output record.json"),
                      text("record --forward-proxy --intercept --duration 1min --output record.json")},
         .exitCodes = text("0 ended by --stop-after or --duration; 2 wrong usage; 3 invalid input file; 4 "
                           "cannot listen or write, or the record is full (1,000,000 requests); 130 "
                           "interrupted. The record is written in each case, if possible")},
        {.name = text("infer"),
         .group = group,
         .usage = {text("RECORD [options]")},
         .summary = text("Identify the clients in a record, and the presets that match"),
         .purpose = text("Identifies the clients in a record: how each retries, and which presets match. If "
                         "several presets match equally well, all of them are candidates."),
         .options = namesIn("policy policy-output client output"),
         .examples = {text("infer record.json"),
                      text("infer record.json --client 1 --policy-output mine.json")},
         .exitCodes = text("0 one or more presets match; 1 none matches; 2 wrong usage; 3 invalid input "
                           "file; 4 cannot open or write; 130 interrupted")},
        {.name = text("probe"),
         .group = group,
         .usage = {text("--through URL --listen HOST:PORT [options]"), text("--bench NAME|FILE [options]"),
                   text("--print-config NAME [options]")},
         .summary = text("Show what a proxy does with each error, and which clients are affected"),
         .purpose = text("Shows what a proxy, gateway or load balancer does with each error, and which "
                         "clients stop retrying, or retry more often. Retryscope is both the client and the "
                         "origin; the proxy between them must forward to the origin."),
         .options = namesIn("through listen behaviours policy bench expect print-config sort output"),
         .examples = {text("probe --print-config nginx --listen 127.0.0.1:9000 --port 8080"),
                      text("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --output "
                           "probe.json"),
                      text("probe --through http://127.0.0.1:8080 --listen 127.0.0.1:9000 --expect "
                           "probe.json --junit probe.xml")},
         .exitCodes = text("0 no verdict changes behind the proxy (with --expect: nothing differs); 1 "
                           "verdicts change (with --expect: something differs); 2 wrong usage; 3 invalid "
                           "input file; 4 the proxy cannot be reached or does not forward to the origin; "
                           "130 interrupted (the rows so far are written)"),
         .more = text("Built-in probe results")},
        {.name = text("affected"),
         .group = group,
         .usage = {text("[--sdk NAME[@VERSION]] [--to VERSION] [--service NAME] [options]")},
         .summary = text("Show what the retry rules of 2026 change for AWS SDKs here"),
         .purpose =
             text("Shows what the retry rules of 2026 changed for AWS SDKs in this environment, or will "
                  "change with an upgrade, and how to keep the old rules. Reads AWS_RETRY_MODE, "
                  "AWS_MAX_ATTEMPTS, AWS_NEW_RETRIES_2026 and the shared config file."),
         .options = namesIn("sdk to with service profile java-property"),
         .examples = {text("affected"), text("affected --sdk botocore@1.44.0 --service dynamodb"),
                      text("affected --sdk jsv3@3.1050.0 --with @smithy/core@3.41.1")},
         .exitCodes = text("0 done; 2 wrong usage; 3 invalid input file; 4 cannot open or write")}};
}

std::vector<CommandSpec> fileCommands()
{
    const QString group = text("Files");
    const QString exitCodes = text("0 done; 2 wrong usage; 3 invalid input file, or check found a problem; 4 "
                                   "cannot open or write");
    return {
        {.name = text("policies"),
         .group = group,
         .usage = {text("ACTION [options]")},
         .summary = text("List, show, compare, check and import retry policies"),
         .purpose = text("Lists, shows, compares, checks and imports retry policies, and prints what to "
                         "write in the real client."),
         .options = namesIn("map max-attempts service read-timeout from part id output"),
         .actions = {{text("list"), text("List the policies: presets and your own")},
                     {text("show ID|FILE"), text("Show one policy with its sources")},
                     {text("diff ID|FILE ID|FILE"), text("Compare two policies")},
                     {text("check FILE"), text("Check a policy file; - reads standard input")},
                     {text("code ID|FILE"), text("Print the code that configures the client this way")},
                     {text("import FILE"), text("Make a policy from the configuration of another client or "
                                                "proxy; - reads standard input")},
                     {text("schema"), text("Print the JSON Schema of policy files")}},
         .examples = {text("policies code cpp-1.11.332-default --map 429=throttling"),
                      text("policies import --from envoy envoy.yaml --output policy.json")},
         .exitCodes = exitCodes},
        {.name = text("scenarios"),
         .group = group,
         .usage = {text("list | show NAME|FILE | check FILE [options]")},
         .summary = text("List, show and check fault scenarios"),
         .purpose = text("Lists the fault scenarios, shows one, or checks a scenario file. A scenario says "
                         "what the built-in endpoint responds, step by step."),
         .options = namesIn("format"),
         .actions = {{text("list"), text("List the scenarios: built-in ones and your own")},
                     {text("show NAME|FILE"), text("Show one scenario")},
                     {text("check FILE"), text("Check a scenario file; - reads standard input")}},
         .examples = {text("scenarios list"), text("scenarios show s3-slowdown-then-ok --format json")},
         .exitCodes = exitCodes},
        {.name = text("import"),
         .group = group,
         .usage = {text("FILE... --output RECORD | --preview [options]")},
         .summary = text("Make a record from a HAR file, traces or a debug log"),
         .purpose =
             text("Makes a record from the requests that another program saved: HAR files, traces of "
                  "OpenTelemetry and Jaeger, debug logs of botocore, the AWS CLI, urllib3 and curl -v. "
                  "Several files make one record, in the order of time; gzip files are unpacked. "
                  "Groups the requests into calls like record does, and shows what was understood, "
                  "what was not, and how sure the grouping is."),
         .options = namesIn("from preview output"),
         .examples = {text("import session.har --preview"),
                      text("import aws-debug.log --output record.json")},
         .exitCodes = text("0 done; 2 wrong usage; 3 invalid input file, or no request in it; 4 cannot open "
                           "or write")},
        {.name = text("convert"),
         .group = group,
         .usage = {text("FILE... --to FORMAT [options]")},
         .summary = text("Convert a record to json, csv, har, otlp, markdown, html, svg or png"),
         .purpose = text("Converts a record to json, csv, har, otlp, markdown, html, svg or png; a probe "
                         "result to json, csv "
                         "or markdown; a policy or scenario to json."),
         .options = namesIn("to output scale include-secrets"),
         .examples = {text("convert run.json --to markdown"),
                      text("convert run.json --to svg --output run.svg")},
         .exitCodes = text("0 done; 2 wrong usage; 3 invalid input file; 4 cannot open, draw or write; 130 "
                           "interrupted")},
        {.name = text("completion"),
         .group = text("Set up"),
         .usage = {text("SHELL")},
         .summary = text("Print a script with which bash, zsh or fish completes commands"),
         .purpose =
             text("Prints a script with which a shell (bash, zsh or fish) completes commands, options, "
                  "ids and file names. The Debian package installs the scripts."),
         .options = {},
         .examples = {text("completion bash")},
         .exitCodes = text("0 done; 2 wrong usage")}};
}

} // namespace

const std::vector<CommandSpec>& commands()
{
    static const std::vector<CommandSpec> kCommands = [] {
        std::vector<CommandSpec> all;
        for (const auto make : {sendingCommands, judgingCommands, observingCommands, fileCommands}) {
            for (CommandSpec& command : make()) {
                all.push_back(std::move(command));
            }
        }
        return all;
    }();
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

const CommandSpec* findCommand(const QString& name)
{
    const auto found = std::ranges::find(commands(), name, &CommandSpec::name);
    return found == commands().end() ? nullptr : &*found;
}

} // namespace retryscope::cli
