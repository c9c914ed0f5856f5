// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One call of google-gax over gRPC, which needs HTTP/2 and so a server of its own that plays the scenario:
// node calls_gax.mjs MODULES PACKAGE SCENARIO. Prints the line of the recording.

import { readFileSync } from "node:fs";
import http2 from "node:http2";
import { createRequire } from "node:module";

const [modules, name, file] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const gax = require(name);
const { grpc } = gax;
const { id, steps } = JSON.parse(readFileSync(file, "utf8"));
const emptyMessage = Buffer.alloc(5); // not compressed, no bytes

const seen = []; // when each request came, and when its response had been sent
const server = http2.createServer();
server.on("stream", (stream) => {
    const step = steps[Math.min(seen.length, steps.length - 1)];
    const one = { came: performance.now(), ended: 0 };
    seen.push(one);
    stream.on("error", () => {});
    stream.on("close", () => { one.ended = performance.now(); });
    if (step.fault === "close") {
        stream.session.destroy();
        return;
    }
    const own = Object.entries(step.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = { ":status": step.status, ...Object.fromEntries(own) };
    if (headers["grpc-status"] === "0") { // in trailers, behind a message
        delete headers["grpc-status"];
        stream.respond(headers, { waitForTrailers: true });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        stream.end(emptyMessage);
    } else {
        stream.respond(headers, { endStream: true });
    }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));

const client = new grpc.Client(`127.0.0.1:${server.address().port}`, grpc.credentials.createInsecure());
const nothing = () => Buffer.alloc(0);
const method = (argument, metadata, options, callback) =>
    client.makeUnaryRequest("/storage.Storage/Get", nothing, nothing, argument, metadata ?? new grpc.Metadata(), options, callback);
// What the configuration of a service usually says of an idempotent method; its time-out replaces the total one.
const retry = gax.createRetryOptions([gax.Status.DEADLINE_EXCEEDED, gax.Status.UNAVAILABLE],
                                     gax.createBackoffSettings(100, 1.3, 60000, 60000, 1, 60000, 600000));
let ok = true;
try {
    await gax.createApiCall(Promise.resolve(method), new gax.CallSettings({ retry, timeout: 60000 }))({}, {});
} catch (error) {
    ok = false;
}
const waitsMs = seen.slice(1).map((one, i) => Math.round(10 * (one.came - seen[i].ended)) / 10);
console.log(JSON.stringify({ scenario: id, requests: seen.length, waitsMs, ok }));
process.exit(0);
