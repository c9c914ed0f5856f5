// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs programs in JavaScript that configure a client, and sends a call with each.
//
//     calls_node.mjs MODULES NUMBER    (MODULES: the folder around node_modules; NUMBER: of calls at once)
//
// Each line of standard input is a program that defines call(method, url); each line of standard output says what became
// of its call.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const require = createRequire(resolve(process.argv[2]) + "/");
const jobs = [];
for await (const line of createInterface({ input: process.stdin })) {
    jobs.push(JSON.parse(line));
}

async function played(job) {
    let call;
    try {
        call = new Function("require", job.program + "\nreturn call;")(require);
    } catch (error) {
        return { id: job.id, refused: `${error.name}: ${error.message}` };
    }
    try {
        return { id: job.id, ended: String(await call(job.method, job.url)).slice(0, 300) };
    } catch (error) {
        return { id: job.id, ended: `${error.name}: ${error.code ?? ""} ${error.message}`.slice(0, 300) };
    }
}

async function worker() {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        console.log(JSON.stringify(await played(job)));
    }
}
await Promise.all(Array.from({ length: Number(process.argv[3]) }, worker));
process.exit(0);
