// Writes axios.har: what axios with axios-retry did, saved by axios-har-tracker.
// Usage: node axios.mjs FILE
import fs from 'node:fs';
import http from 'node:http';
import axios from 'axios';
import axiosRetry from 'axios-retry';
import tracking from 'axios-har-tracker';

let count = 0;
const server = http.createServer((request, response) => {
  count += 1;
  const fails = request.url.startsWith('/busy') && count % 3;
  response.writeHead(fails ? 503 : 200, { 'Content-Type': 'application/json' });
  response.end(fails ? '{"error":"busy"}' : '{"ok":true}');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const client = axios.create();
const tracker = new (tracking.AxiosHarTracker ?? tracking.default?.AxiosHarTracker)(client);
axiosRetry(client, { retries: 3, retryDelay: axiosRetry.exponentialDelay });
await client.get(`http://127.0.0.1:${server.address().port}/busy?call=1`);
await client.get(`http://127.0.0.1:${server.address().port}/busy?call=2`);
fs.writeFileSync(process.argv[2], JSON.stringify(tracker.getGeneratedHar(), null, 1));
server.close();
