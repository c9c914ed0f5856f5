// Writes otlp.json, otlp-lines.jsonl and jaeger.json: the three ways in which clients trace retries, by
// OpenTelemetry's SDK, its instrumentation of http and of the AWS SDK, and its serialiser.
//   npm install @opentelemetry/api@1 @opentelemetry/sdk-trace-node@2 @opentelemetry/instrumentation-http
//     @opentelemetry/instrumentation-aws-sdk @opentelemetry/otlp-transformer @aws-sdk/client-s3
//   node make_traces.mjs
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
const require = createRequire(import.meta.url);
const { NodeTracerProvider } = require("@opentelemetry/sdk-trace-node");
const { InMemorySpanExporter, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-base");
const { resourceFromAttributes } = require("@opentelemetry/resources");
const { registerInstrumentations } = require("@opentelemetry/instrumentation");
const { HttpInstrumentation } = require("@opentelemetry/instrumentation-http");
const { AwsInstrumentation } = require("@opentelemetry/instrumentation-aws-sdk");
const { JsonTraceSerializer } = require("@opentelemetry/otlp-transformer");
const { trace, context, SpanKind, SpanStatusCode } = require("@opentelemetry/api");

process.env.OTEL_SEMCONV_STABILITY_OPT_IN = "http";
const memory = new InMemorySpanExporter();
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    "service.name": "checkout",
    "service.instance.id": "checkout-1",
    "telemetry.sdk.language": "nodejs",
  }),
  spanProcessors: [new SimpleSpanProcessor(memory)],
});
provider.register();
registerInstrumentations({
  instrumentations: [
    new HttpInstrumentation({
      disableIncomingRequestInstrumentation: true,
      headersToSpanAttributes: { client: { requestHeaders: ["user-agent"], responseHeaders: ["retry-after"] } },
    }),
    new AwsInstrumentation({ suppressInternalInstrumentation: true }),
  ],
});
const http = require("node:http");
const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");

const PORT = 43125;
const counts = new Map();
const server = http.createServer((request, response) => {
  const url = new URL(request.url, "http://x");
  const fails = Number(url.searchParams.get("fails") ?? 2);
  const count = (counts.get(request.url) ?? 0) + 1;
  counts.set(request.url, count);
  if (count > fails) return response.end("{}");
  if (url.searchParams.get("how") === "reset") return request.socket.resetAndDestroy();
  response.writeHead(503, { "retry-after": "1", "content-type": "application/json" });
  response.end('{"error":"busy"}');
});
await new Promise((done) => server.listen(PORT, "127.0.0.1", done));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const get = (path) =>
  new Promise((done) => {
    http
      .get(`http://127.0.0.1:${PORT}${path}`, { headers: { "user-agent": "checkout/1.0" } }, (response) => {
        response.resume();
        response.on("end", () => done(response.statusCode));
      })
      .on("error", () => done(0));
  });
const tracer = trace.getTracer("checkout", "1.0");
const inSpan = (name, work) =>
  tracer.startActiveSpan(name, async (span) => {
    await work(span);
    span.end();
  });

// 1. Siblings under one span.
await inSpan("load order", async () => {
  for (let attempt = 1; (await get("/orders?id=1")) !== 200; ++attempt) await pause(50 * 2 ** attempt);
});
// 2. Separate traces: the caller has no span. The first connection is reset.
for (let attempt = 1; (await get("/stock?id=2&how=reset&fails=1")) !== 200; ++attempt) await pause(80);
// 3. The convention: each attempt that is sent again has its number. Two calls under one span.
await inSpan("charge", async (parent) => {
  for (const fails of [2, 1]) {
    for (let attempt = 0; ; ++attempt) {
      const status = attempt < fails ? 429 : 200;
      const span = tracer.startSpan("POST", {
        kind: SpanKind.CLIENT,
        attributes: {
          "http.request.method": "POST",
          "url.full": "https://pay.example.com/v1/charges",
          "server.address": "pay.example.com",
          "server.port": 443,
          "user_agent.original": "pay-sdk/3.2",
          ...(attempt > 0 ? { "http.request.resend_count": attempt } : {}),
        },
      }, trace.setSpan(context.active(), parent));
      await pause(5);
      span.setAttribute("http.response.status_code", status);
      if (status !== 200) {
        span.setAttribute("error.type", "429");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      if (status === 200) break;
      await pause(40 * (attempt + 1));
    }
  }
});
// 4. One span over the whole loop of an SDK.
await inSpan("read object", async () => {
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${PORT}`,
    region: "eu-west-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "secret" },
  });
  await s3.send(new GetObjectCommand({ Bucket: "b", Key: "k" })).catch((error) => error);
});
await provider.forceFlush();
server.close();

const spans = memory.getFinishedSpans();
const text = (some) => new TextDecoder().decode(JsonTraceSerializer.serializeRequest(some));
writeFileSync("otlp.json", text(spans) + "\n");
writeFileSync("otlp-lines.jsonl", spans.map((span) => text([span]) + "\n").join(""));

// Jaeger's own JSON, as its window downloads it. Its packages for Node write Thrift only, so the members are
// named here.
const micros = ([seconds, nanos]) => seconds * 1e6 + Math.floor(nanos / 1e3);
const typeOf = (value) =>
  typeof value === "number" ? (Number.isInteger(value) ? "int64" : "float64") : typeof value === "boolean" ? "bool" : "string";
const tag = ([key, value]) => ({
  key,
  type: typeOf(value),
  value: Array.isArray(value) ? JSON.stringify(value) : value,
});
const traces = new Map();
for (const span of spans) {
  const { traceId, spanId } = span.spanContext();
  const parent = span.parentSpanContext;
  const kind = Object.keys(SpanKind).find((name) => SpanKind[name] === span.kind).toLowerCase();
  if (!traces.has(traceId)) traces.set(traceId, []);
  traces.get(traceId).push({
    traceID: traceId,
    spanID: spanId,
    operationName: span.name,
    references: parent ? [{ refType: "CHILD_OF", traceID: traceId, spanID: parent.spanId }] : [],
    startTime: micros(span.startTime),
    duration: micros(span.duration),
    tags: [
      ...Object.entries(span.attributes).map(tag),
      { key: "span.kind", type: "string", value: kind },
      ...(span.status.code === SpanStatusCode.ERROR
        ? [{ key: "otel.status_code", type: "string", value: "ERROR" }, { key: "error", type: "bool", value: true }]
        : []),
    ],
    logs: span.events.map((event) => ({
      timestamp: micros(event.time),
      fields: [tag(["event", event.name]), ...Object.entries(event.attributes ?? {}).map(tag)],
    })),
    processID: "p1",
    warnings: null,
  });
}
const processes = {
  p1: { serviceName: "checkout", tags: [tag(["service.instance.id", "checkout-1"]), tag(["telemetry.sdk.language", "nodejs"])] },
};
const data = [...traces].map(([traceID, spans]) => ({ traceID, spans, processes, warnings: null }));
writeFileSync("jaeger.json", JSON.stringify({ data, total: 0, limit: 0, offset: 0, errors: null }) + "\n");
