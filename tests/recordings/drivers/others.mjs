// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One call of a client from npm that no preset is of: node others.mjs MODULES KIND URL. Exit 0: it succeeded, 1: it failed.

import http from "node:http";
import { createRequire } from "node:module";

const [modules, kind, url] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function checked(response) {
    if (response.status >= 500 || response.status === 429) {
        throw new Error(`status ${response.status}`);
    }
    return response;
}

/** node's own client, which names itself nowhere. */
function plainGet() {
    return new Promise((resolve, reject) => {
        http.get(url, (response) => {
            response.resume();
            response.on("end", () => resolve({ status: response.statusCode }));
        }).on("error", reject);
    });
}

const kinds = {
    "async-retry": async () => {
        const fetch = require("node-fetch");
        await require("async-retry")(async () => checked(await fetch(url)), { retries: 3, minTimeout: 300 });
    },
    "wretch": async () => {
        const wretch = require("wretch").default;
        const { retry } = require("wretch/middlewares");
        await wretch(url).middlewares([retry({ maxAttempts: 3, delayTimer: 250 })]).get().res();
    },
    "ofetch": async () => {
        const { ofetch } = require("ofetch");
        await ofetch(url, { retry: 3, retryDelay: 400 });
    },
    "cockatiel": async () => {
        const { retry, handleAll, ExponentialBackoff } = require("cockatiel");
        const policy = retry(handleAll, { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 150 }) });
        await policy.execute(async () => checked(await fetch(url)));
    },
    "retry-axios": async () => {
        const axios = require("axios");
        const rax = require("retry-axios");
        const client = (axios.default ?? axios).create();
        client.defaults.raxConfig = { instance: client, retry: 3, backoffType: "linear" };
        rax.attach(client);
        await client.get(url);
    },
    "http-loop": async () => {
        for (let attempt = 1; ; attempt++) {
            try {
                checked(await plainGet());
                return;
            } catch (error) {
                if (attempt === 5) {
                    throw error;
                }
                await sleep(600);
            }
        }
    },
    "fetch-loop": async () => {
        for (let attempt = 1; ; attempt++) {
            try {
                checked(await fetch(url));
                return;
            } catch (error) {
                if (attempt === 4) {
                    throw error;
                }
                await sleep(200 * 3 ** (attempt - 1) * (0.5 + Math.random()));
            }
        }
    },
};

try {
    await kinds[kind]();
} catch (error) {
    console.log(String(error));
    process.exit(1);
}
process.exit(0);
