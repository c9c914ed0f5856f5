// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs programs that configure a channel of grpc-js, and sends a call with each to a server of its own, which plays the
// steps of the call.
//
//     calls_grpc.mjs MODULES NUMBER    (MODULES: the folder around node_modules; NUMBER: of calls at once)
//
// Each line of standard input is a program that defines the options of a channel, with its steps; each line of standard
// output says what became of its call, and when its requests came and were answered, in seconds.

import http2 from "node:http2";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const require = createRequire(resolve(process.argv[2]) + "/");
const grpc = require("@grpc/grpc-js");
grpc.setLogVerbosity(grpc.logVerbosity.NONE);
const LONGEST = 10_000; // milliseconds
const emptyMessage = Buffer.alloc(5); // not compressed, no bytes
const nothing = () => Buffer.alloc(0);
const now = () => performance.now() / 1000;
const jobs = [];
for await (const line of createInterface({ input: process.stdin })) {
    jobs.push(JSON.parse(line));
}

function serving(steps, came, answered) {
    const server = http2.createServer();
    server.on("stream", (stream) => {
        const step = steps[Math.min(came.length, steps.length - 1)];
        came.push(now());
        stream.on("error", () => {});
        if (step.fault === "close") {
            answered.push(now());
            stream.session.destroy();
            return;
        }
        const { "grpc-status": status, ...rest } = step.headers;
        if (status === "0") {
            stream.respond({ ":status": 200, ...rest }, { waitForTrailers: true });
            stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
            stream.end(emptyMessage);
        } else {
            stream.respond({ ":status": 200, ...rest, "grpc-status": status }, { endStream: true });
        }
        answered.push(now());
    });
    server.on("sessionError", () => {});
    return server;
}

async function played(job) {
    const said = { id: job.id, came: [], answered: [] };
    const server = serving(job.steps, said.came, said.answered);
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    let client;
    try {
        const options = new Function(job.program + "\nreturn options;")();
        client = new grpc.Client(`127.0.0.1:${server.address().port}`, grpc.credentials.createInsecure(), options);
    } catch (error) {
        server.close();
        return { ...said, refused: `${error.name}: ${error.message}` };
    }
    said.ended = await new Promise((ended) => {
        client.makeUnaryRequest("/storage.Storage/Get", nothing, nothing, {}, new grpc.Metadata(),
            { deadline: Date.now() + LONGEST }, (error) => ended(error ? `${error.name}: ${error.message}` : "OK"));
    });
    client.close();
    server.close();
    return said;
}

async function worker() {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        console.log(JSON.stringify(await played(job)));
    }
}
await Promise.all(Array.from({ length: Number(process.argv[3]) }, worker));
process.exit(0);
