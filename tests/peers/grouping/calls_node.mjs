// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls of a client from npm, or of node itself: node calls_node.mjs MODULES CLIENT URL COUNT row|apart|alike. In a row
// the next one begins as soon as the one before has ended; else all begin at once. Each request says in the header
// `truth` which call it is of. Failures are part of it.

import http from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, client, url, count, mode] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** What call n asks for: every second one of those that are apart has a body of its own in place of a path. */
function asked(n) {
    const headers = { truth: String(n) };
    if (mode !== "apart") {
        return { method: "GET", path: "/item", headers };
    }
    return n % 2 === 1 ? { method: "GET", path: `/item/${n}`, headers }
                       : { method: "PUT", path: "/item", headers, body: `content ${n}` };
}

async function read(response) {
    const text = await response.text();
    if (!response.ok) {
        throw new Error(`status ${response.status}`);
    }
    return text;
}

async function axiosRetry(more) {
    const axios = require("axios");
    const retry = require("axios-retry");
    const attach = retry.default ?? retry;
    const instance = (axios.default ?? axios).create({});
    attach(instance, more(attach));
    return ({ method, path, headers, body }) => instance.request({ method, url: url + path, headers, data: body });
}

/** One request of node's own http, whose agent keeps connections or does not. */
function plain(agent, { method, path, headers, body }) {
    return new Promise((done, failed) => {
        const request = http.request(url + path, { method, headers, agent }, (response) => {
            response.resume();
            response.on("end", () => (response.statusCode < 300 ? done() : failed(new Error(`${response.statusCode}`))));
        });
        request.on("error", failed);
        request.end(body);
    });
}

/** A loop as people write it: so many attempts, and what each delay is. */
function loop(attempts, delay, agent) {
    return async (what) => {
        for (let attempt = 1; ; ++attempt) {
            try {
                return await plain(agent, what);
            } catch (error) {
                if (attempt === attempts) {
                    throw error;
                }
                await sleep(delay(attempt));
            }
        }
    };
}

const clients = {
    "async-retry": async () => {
        const retry = require("async-retry");
        const fetching = require("node-fetch");
        return ({ path, ...more }) => retry(async () => read(await fetching(url + path, more)),
                                            { retries: 3, minTimeout: 200, factor: 2, randomize: true });
    },
    "axios-retry": () => axiosRetry(() => ({})),
    "axios-retry-exponential": () => axiosRetry((attach) => ({ retryDelay: attach.exponentialDelay })),
    "azure-core-rest-pipeline": async () => {
        const azure = await load("@azure/core-rest-pipeline");
        const pipeline = azure.createPipelineFromOptions({ retryOptions: { maxRetries: 2, retryDelayInMs: 300 } });
        const sender = azure.createDefaultHttpClient();
        return async ({ method, path, headers, body }) => {
            const request = azure.createPipelineRequest({
                url: url + path, method, headers: azure.createHttpHeaders(headers), body, allowInsecureConnection: true });
            const response = await pipeline.sendRequest(sender, request);
            if (response.status > 299) {
                throw new Error(`status ${response.status}`);
            }
        };
    },
    "fetch-retry": async () => {
        const retrying = require("fetch-retry");
        const fetching = (retrying.default ?? retrying)(fetch, { retries: 3, retryDelay: 400, retryOn: [503] });
        return async ({ path, ...more }) => read(await fetching(url + path, more));
    },
    "gaxios": async () => {
        const { request } = await load("gaxios");
        return ({ method, path, headers, body }) =>
            request({ url: url + path, method, headers, data: body, retry: true, responseType: "text" });
    },
    "got": async () => {
        const { default: got } = await load("got");
        return ({ path, ...more }) => got(url + path, more);
    },
    "ky": async () => {
        const { default: ky } = await load("ky");
        return ({ path, ...more }) => ky(url + path, more).text();
    },
    "loop-full-jitter": async () => loop(4, (n) => Math.random() * 200 * 2 ** n, new http.Agent({ keepAlive: true })),
    "loop-constant": async () => loop(3, () => 300, new http.Agent({ keepAlive: true })),
    "loop-closing": async () => loop(4, (n) => 100 * 2 ** n, new http.Agent({ keepAlive: false })),
    "loop-first-at-once": async () => loop(4, (n) => (n === 1 ? 0 : 150 * 2 ** n), new http.Agent({ keepAlive: true })),
    "openai-js": async () => {
        const { default: Api } = await load("openai");
        const api = new Api({ apiKey: "key", baseURL: url });
        return ({ method, path, headers, body }) =>
            api.request({ method: method.toLowerCase(), path, headers, body: body === undefined ? undefined : { body } });
    },
    "p-retry": async () => {
        const { default: retrying } = await load("p-retry");
        return ({ path, ...more }) => retrying(async () => read(await fetch(url + path, more)), { retries: 2, minTimeout: 500 });
    },
    "superagent": async () => {
        const agent = require("superagent");
        return ({ method, path, headers, body }) => agent(method, url + path).set(headers).retry(2).send(body).buffer(true);
    },
    "undici-retry-agent": async () => {
        const { Agent, RetryAgent, request } = await load("undici");
        const dispatcher = new RetryAgent(new Agent(), { maxRetries: 2 });
        return async ({ method, path, headers, body }) => {
            const response = await request(url + path, { method, headers, body, dispatcher });
            await response.body.text();
            if (response.statusCode > 299) {
                throw new Error(`status ${response.statusCode}`);
            }
        };
    },
};

const make = await clients[client]();
const call = async (n) => {
    try {
        await make(asked(n));
    } catch {
        // as the upstream wants it
    }
};
const numbers = Array.from({ length: Number(count) }, (_, index) => index + 1);
if (mode === "row") {
    for (const n of numbers) {
        await call(n);
    }
} else {
    await Promise.all(numbers.map(call));
}
process.exit(0); // whatever it still keeps open
