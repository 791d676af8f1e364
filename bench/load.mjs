// Sends requests over keep-alive connections for some seconds and prints the results as JSON. Runs as its own process and saves CPU: requests
// are prepared bytes, and responses are counted by content-length. With a rate, sends at that rate regardless of responses, and measures from
// the scheduled time. Without a rate, each connection sends its next request after each response.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const { host, port, connections, seconds, requests, rate } = JSON.parse(readFileSync(0, 'utf8'));
const ready = requests.map(({ method = 'GET', path, token, headers = {}, json }) => {
  const body = json === undefined ? '' : JSON.stringify(json);
  const all = {
    host: `${host}:${port}`,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
});
const latencies = [];
const statuses = {};
let bytes = 0;
let ended = 0;
const began = performance.now();
const until = began + seconds * 1000;
/** Scheduled times of requests that found no free connection. */
const due = [];
const idle = [];
let fallen = 0;

for (let index = 0; index < connections; index += 1) run();
if (rate) tick();

function tick() {
  const now = performance.now();
  for (; fallen < rate * seconds && began + (fallen * 1000) / rate <= now; fallen += 1) due.push(began + (fallen * 1000) / rate);
  while (due.length > 0 && idle.length > 0) idle.pop()();
  if (fallen < rate * seconds || due.length > 0) return void setTimeout(tick, 1);
  for (const next of idle.splice(0)) next();
}

function run() {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  let sentAt = 0;
  let left = -1;
  let head = '';

  const next = () => {
    if (rate) {
      if (due.length > 0) return send(due.shift());
      if (fallen < rate * seconds) return idle.push(next);
    } else if (performance.now() < until) return send(performance.now());
    socket.end();
    if (++ended === connections) report();
  };
  const send = (at) => {
    sentAt = at;
    left = -1;
    head = '';
    socket.write(ready[Math.floor(Math.random() * ready.length)]);
  };
  socket.on('connect', next);
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (left < 0) {
      head += chunk.latin1Slice(0, chunk.length);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end));
      if (!length) throw new Error(`An answer came without content-length:\n${head.slice(0, end)}`);
      const status = head.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      left = Number(length[1]) - (head.length - end - 4);
    } else left -= chunk.length;
    if (left > 0) return;
    latencies.push(performance.now() - sentAt);
    next();
  });
  socket.on('error', (error) => {
    throw error;
  });
}

function report() {
  const sorted = Float64Array.from(latencies).sort();
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const { user, system } = process.cpuUsage();
  const took = performance.now() - began;
  console.log(
    JSON.stringify({ requests: sorted.length, p50: at(0.5), p99: at(0.99), bytes, statuses, took, cores: (user + system) / 1000 / took }),
  );
}
