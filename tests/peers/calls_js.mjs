// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls with the AWS SDK for JavaScript 3: node calls_js.mjs MODULES ENDPOINT COUNT [s3|dynamodb]. Failures are part
// of it.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, endpoint, count, service = "s3"] = process.argv.slice(2);
const require = createRequire(`${modules}/`);

// A span for each attempt, which the SDK's own instrumentation would hide.
let spans;
try {
    const { NodeTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-node");
    const { HttpInstrumentation } = require("@opentelemetry/instrumentation-http");
    const memory = new InMemorySpanExporter();
    const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
    provider.register();
    // Not by headersToSpanAttributes, which waits for a response.
    const names = ["user-agent", "amz-sdk-invocation-id", "amz-sdk-request"];
    const http = new HttpInstrumentation({
        requestHook: (span, request) => {
            for (const name of names) {
                const value = request.getHeader?.(name);
                if (value) span.setAttribute(`http.request.header.${name}`, [String(value)]);
            }
        },
    });
    http.setTracerProvider(provider);
    http.enable();
    spans = memory;
} catch {
    console.log("without OpenTelemetry");
}
const common = { endpoint, region: "us-east-1", credentials: { accessKeyId: "AK", secretAccessKey: "SK" } };

let call;
if (service === "s3") {
    const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
    const client = new S3Client({ ...common, forcePathStyle: true });
    call = async (number) => {
        const response = await client.send(new GetObjectCommand({ Bucket: "bucket", Key: `key-${number}` }));
        await response.Body.transformToString();
    };
} else {
    const { DynamoDBClient, ListTablesCommand } = require("@aws-sdk/client-dynamodb");
    const client = new DynamoDBClient(common);
    call = () => client.send(new ListTablesCommand({}));
}
for (let number = 0; number < Number(count); ++number) {
    try {
        await call(number);
    } catch (error) {
        console.log(`call ${number + 1}: ${error}`);
    }
}
if (spans && process.env.RETRYSCOPE_PEER_LOG) {
    const { JsonTraceSerializer } = require("@opentelemetry/otlp-transformer");
    const text = new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans.getFinishedSpans()));
    writeFileSync(process.env.RETRYSCOPE_PEER_LOG, text);
}
