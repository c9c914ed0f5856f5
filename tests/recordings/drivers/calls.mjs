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
const { method, path, headers = {}, body } = calls[operation] ?? {}; // of SQS only the SDK knows them

const timeout = 2000;

/** fetch, with a time-out until the head is there. */
async function limited(target, more) {
    const controller = new AbortController();
    const late = new DOMException("no head in time", "TimeoutError"); // as AbortSignal.timeout() has it
    const timer = setTimeout(() => controller.abort(late), timeout);
    try {
        return await fetch(target, { ...more, signal: controller.signal });
    } finally {
        clearTimeout(timer);
    }
}

/** The body of a response of fetch, which does not throw for a status. */
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
    const instance = (axios.default ?? axios).create({ timeout: 25000 }); // it is one for all attempts
    const attach = retry.default ?? retry;
    attach(instance, more(attach));
    await instance.request({ method, url: url + path, headers, data: body, responseType: "text" });
}

/** Clients that were generated from a description of an API all alike. */
async function generatedApi(name) {
    const { default: Api } = await load(name);
    const api = new Api({ apiKey: "key", baseURL: url, timeout });
    await api.request({ method: method.toLowerCase(), path, headers, body: body === undefined ? undefined : { text: body } });
}

async function awsV3(mode, s3, dynamodb, sqs) {
    const common = {
        endpoint: url, retryMode: mode, region: "us-east-1",
        requestHandler: { connectionTimeout: timeout, requestTimeout: timeout, socketTimeout: timeout,
                          throwOnRequestTimeout: true },
        credentials: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI" },
    };
    const others = { GetItem: dynamodb, BatchWriteItem: dynamodb, ReceiveMessage: sqs, GetQueueUrl: sqs };
    const aws = require(others[operation] ?? s3);
    const Bucket = "bucket";
    const item = { id: { S: "1" } };
    const inputs = {
        ListObjectsV2: { Bucket },
        GetObject: { Bucket, Key: "key" },
        PutObject: { Bucket, Key: "key", Body: "content" },
        CopyObject: { Bucket, Key: "copy", CopySource: "bucket/key" },
        GetItem: { TableName: "table", Key: item },
        ReceiveMessage: { QueueUrl: `${url}/123456789012/queue` },
        GetQueueUrl: { QueueName: "queue" },
        BatchWriteItem: { RequestItems: { table: [{ PutRequest: { Item: item } }] } },
    };
    const Client = aws.S3Client ?? aws.DynamoDBClient ?? aws.SQSClient;
    const result = await new Client({ ...common, forcePathStyle: true }).send(
        new aws[`${operation}Command`](inputs[operation]));
    await result.Body?.transformToString();
}

async function gaxios(name) {
    const { request } = await load(name);
    await request({ url: url + path, method, headers, data: body, timeout, retry: true, responseType: "text" });
}

async function got(name) {
    const { default: send } = await load(name);
    await send(url + path, { method, headers, body, timeout: { response: timeout } });
}

async function ky(name) {
    const { default: send } = await load(name);
    await send(url + path, { method, headers, body, timeout }).text();
}

async function pRetry(name) {
    const { default: retrying } = await load(name);
    await read(await retrying(() => limited(url + path, { method, headers, body })));
}

async function undici(name) {
    const { Agent, RetryAgent, request } = await load(name);
    const dispatcher = new RetryAgent(new Agent({ headersTimeout: timeout, bodyTimeout: timeout, connectTimeout: timeout }));
    const response = await request(url + path, { method, headers, body, dispatcher });
    await response.body.text();
    if (response.statusCode < 200 || response.statusCode > 299) {
        throw new Error(`status ${response.statusCode}`);
    }
}

const clients = {
    "anthropic-js": () => generatedApi("@anthropic-ai/sdk"),
    "axios-retry": () => axiosRetry(() => ({})),
    "axios-retry-exponential": () => axiosRetry((attach) => ({ retryDelay: attach.exponentialDelay })),
    "azure-core-rest-pipeline": async () => {
        const azure = await load("@azure/core-rest-pipeline");
        const request = azure.createPipelineRequest({
            url: url + path, method, headers: azure.createHttpHeaders(headers), body, timeout, allowInsecureConnection: true,
        });
        const response = await azure.createPipelineFromOptions({}).sendRequest(azure.createDefaultHttpClient(), request);
        if (response.status < 200 || response.status > 299) {
            throw new Error(`status ${response.status}`);
        }
    },
    "fetch-retry": async () => {
        const retrying = require("fetch-retry");
        await read(await (retrying.default ?? retrying)(fetch)(url + path, {
            method, headers, body, signal: AbortSignal.timeout(50000), // one for all attempts; a connection may take 10 s each time
        }));
    },
    "gaxios": () => gaxios("gaxios"),
    "gaxios-8": () => gaxios("gaxios-8"),
    "got": () => got("got"),
    "got-16": () => got("got-16"),
    "jsv3-new-standard": () => awsV3("standard", "s3-new", "dynamodb-new", "sqs-new"),
    "jsv3-new-adaptive": () => awsV3("adaptive", "s3-new", "dynamodb-new", "sqs-new"),
    "jsv3-705-standard": () => awsV3("standard", "s3-705", "dynamodb-705"),
    "jsv3-705-adaptive": () => awsV3("adaptive", "s3-705", "dynamodb-705"),
    "ky": () => ky("ky"),
    "ky-2": () => ky("ky-2"),
    "octokit-plugin-retry": async () => {
        const { Octokit } = await load("@octokit/core");
        const { retry } = await load("@octokit/plugin-retry");
        const api = new (Octokit.plugin(retry))({ baseUrl: url });
        await api.request({ method, url: path, headers, data: body, request: { fetch: limited } });
    },
    "openai-js": () => generatedApi("openai"),
    "openai-js-7": () => generatedApi("openai-js-7"),
    "p-retry": () => pRetry("p-retry"),
    "p-retry-9": () => pRetry("p-retry-9"),
    "stripe-js": async () => {
        const { default: Stripe } = await load("stripe");
        const { hostname, port, pathname } = new URL(url);
        const api = new Stripe("sk_test_key", { host: hostname, port, protocol: "http", timeout });
        await api.rawRequest(method, pathname.replace(/\/$/, "") + path, body === undefined ? undefined : {}, { additionalHeaders: headers });
    },
    "superagent": async () => {
        const agent = require("superagent");
        await agent(method, url + path).set(headers).timeout({ response: timeout }).retry().send(body).buffer(true);
    },
    "undici-retry-agent": () => undici("undici"),
    "undici-8-retry-agent": () => undici("undici-8"),
};

try {
    await clients[client]();
} catch (error) {
    console.log(String(error));
    process.exit(1);
}
process.exit(0); // whatever it still keeps open
