// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program exports, read by the packages that others use: OTLP JSON has to be, member by member and type by
// type, what OpenTelemetry's serializer writes for the same spans, and HAR has to be valid for har-validator.
//
//   node exports.mjs --program build/dev/app/cli/retryscope-cli --packages build/peers
//
// Exit 0: it is so; 1: it is not; 77: a package is missing (./dev peers installs them).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

const option = (name) => resolve(process.argv[process.argv.indexOf(name) + 1]);
const program = option("--program");
const packages = createRequire(join(option("--packages"), "npm", "index.js"));
const load = (name) => {
  try {
    return packages(name);
  } catch {
    console.error(`exports: ${name} is not installed`);
    process.exit(77);
  }
};
const { JsonTraceSerializer } = load("@opentelemetry/otlp-transformer");
const validator = load("har-validator");

const folder = mkdtempSync(join(tmpdir(), "retryscope-exports-"));
const run = (...words) => {
  try {
    execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    if (error.status !== 1) throw error; // 1: a call failed
  }
};
const exported = (name, form, ...words) => {
  const record = join(folder, `${name}.json`);
  run("simulate", "--seed", "7", "--output", record, ...words);
  const file = join(folder, `${name}.${form}`);
  run("convert", record, "--to", form, "--output", file);
  return JSON.parse(readFileSync(file, "utf8"));
};

const value = ({ value: [[, plain]] }) => plain;
const attributes = (list) => Object.fromEntries(list.map((one) => [one.key, value({ value: Object.entries(one.value) })]));
const time = (nanos) => [Number(BigInt(nanos) / 1000000000n), Number(BigInt(nanos) % 1000000000n)];

/// The spans of a file as the SDK hands them to its serializer.
const spansOf = (document) =>
  document.resourceSpans.flatMap((ofResource) =>
    ofResource.scopeSpans.flatMap((ofScope) =>
      ofScope.spans.map((span) => ({
        name: span.name,
        kind: span.kind - 1,
        spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 }),
        parentSpanContext: span.parentSpanId && { traceId: span.traceId, spanId: span.parentSpanId, traceFlags: 1 },
        startTime: time(span.startTimeUnixNano),
        endTime: time(span.endTimeUnixNano),
        status: span.status,
        attributes: attributes(span.attributes),
        links: [],
        events: span.events.map((event) => ({ ...event, time: time(event.timeUnixNano), attributes: attributes(event.attributes) })),
        droppedAttributesCount: 0,
        droppedEventsCount: 0,
        droppedLinksCount: 0,
        resource: ofResource.shared ??= { attributes: attributes(ofResource.resource.attributes) },
        instrumentationScope: ofScope.scope,
      })),
    ),
  );

let failed = false;
const check = (what, holds, details = "") => {
  console.log(`${holds ? "ok" : "FAILED"}: ${what}${holds ? "" : `\n${details}`}`);
  failed ||= !holds;
};

for (const [name, ...words] of [
  ["retried", "--scenario", "s3-slowdown-then-ok", "--calls", "3"],
  ["faults", "--scenario", "connection-reset-then-ok"],
  ["failed", "--scenario", "always-503", "--policy", "botocore-1.43.67-legacy"],
]) {
  const ours = exported(name, "otlp", ...words);
  const spans = spansOf(ours);
  for (const ofResource of ours.resourceSpans) delete ofResource.shared;
  const theirs = JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)));
  check(`OTLP of ${name}, ${spans.length} spans`, isDeepStrictEqual(ours, theirs),
    `ours:   ${JSON.stringify(ours.resourceSpans[0].scopeSpans[0].spans[1])}\ntheirs: ${JSON.stringify(theirs.resourceSpans?.[0].scopeSpans[0].spans[1])}`);
  await validator.har(exported(name, "har", ...words)).then(
    () => check(`HAR of ${name}`, true),
    (error) => check(`HAR of ${name}`, false, JSON.stringify(error.errors, null, 1)));
}
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
