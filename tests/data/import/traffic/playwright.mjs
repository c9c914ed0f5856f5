// Writes playwright.har: what Debian's Chromium did through playwright-core, creator "Playwright".
// Usage: node playwright.mjs FILE
import http from 'node:http';
import { chromium } from 'playwright-core';

let busy = 0;
const server = http.createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  if (path === '/') {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>retries</title><p>retries</p>');
  } else if (path === '/busy') {
    busy += 1;
    if (busy % 3) {
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' });
      response.end('{"error":{"code":"SlowDown","message":"busy"}}');
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"ok":true}');
    }
  } else if (path === '/moved') {
    response.writeHead(302, { Location: '/moved/again' });
    response.end();
  } else if (path === '/moved/again') {
    response.writeHead(307, { Location: '/here' });
    response.end();
  } else if (path === '/here') {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.end('here');
  } else if (path === '/closes') {
    request.socket.destroy();
  } else if (path === '/cut') {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '100' });
    response.write('only a part');
    setTimeout(() => request.socket.destroy(), 50);
  } else {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ recordHar: { path: process.argv[2], content: 'embed' } });
const page = await context.newPage();
await page.goto(base);
const closed = http.createServer();
await new Promise((done) => closed.listen(0, '127.0.0.1', done));
const refused = `http://127.0.0.1:${closed.address().port}`;
closed.close();
await page.evaluate(async ([base, refused]) => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  for (let call = 0; call < 2; ++call) {
    for (let attempt = 0; attempt < 4; ++attempt) {
      const response = await fetch(`${base}/busy?call=${call}`, { method: 'POST', body: `{"call":${call}}` });
      await response.text();
      if (response.ok) break;
      await wait(100 * 2 ** attempt);
    }
    await wait(300);
  }
  await (await fetch(`${base}/moved`)).text();
  for (const path of ['/closes', '/cut']) {
    try { await (await fetch(base + path)).text(); } catch (error) { /* what is looked for */ }
  }
  try { await fetch(refused + '/refused'); } catch (error) { /* what is looked for */ }
}, [base, refused]);
await context.close();
await browser.close();
server.close();
