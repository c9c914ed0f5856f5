// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One call of a client from npm: node calls.mjs MODULES CLIENT URL OPERATION. Exit 0: it succeeded, 1: it failed.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, client, url, operation] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const json = { "Content-Type": "application/x-amz-json-1.0" };
const target = (name) => ({ ...json, "X-Amz-Target": `DynamoDB_20120810.${name}` });

const calls = {
    ListObjectsV2: { method: "GET", path: "/bucket?list-type=2" },
    GetObject: { method: "GET", path: "/bucket/key" },
    PutObject: { method: "PUT", path: "/bucket/key", body: "content" },
    CopyObject: { method: "PUT", path: "/bucket/copy", headers: { "x-amz-copy-source": "bucket/key" } },
    GetItem: { method: "POST", path: "/", headers: target("GetItem"), body: "{}" },
    BatchWriteItem: { method: "POST", path: "/", headers: target("BatchWriteItem"), body: "{}" },
};
const { method, path, headers = {}, body } = calls[operation];

async function axiosRetry(more) {
    const axios = require("axios");
    const retry = require("axios-retry");
    const instance = (axios.default ?? axios).create({ timeout: 2000 });
    const attach = retry.default ?? retry;
    attach(instance, more(attach));
    await instance.request({ method, url: url + path, headers, data: body, responseType: "text" });
}

const clients = {
    "axios-retry": () => axiosRetry(() => ({})),
    "axios-retry-exponential": () => axiosRetry((attach) => ({ retryDelay: attach.exponentialDelay })),
    "got": async () => {
        const { default: got } = await load("got");
        await got(url + path, { method, headers, body, timeout: { request: 2000 } });
    },
    "openai-js": async () => {
        const { default: OpenAI } = await load("openai");
        const api = new OpenAI({ apiKey: "key", baseURL: url, timeout: 2000 });
        await api.request({ method: method.toLowerCase(), path, headers, body: body === undefined ? undefined : { text: body } });
    },
};

try {
    await clients[client]();
} catch (error) {
    console.log(String(error));
    process.exit(1);
}
