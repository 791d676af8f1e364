// Sends requests over keep-alive connections for some seconds and prints what came back, as JSON. A process of its own,
// spare with its CPU: requests are written as ready bytes, answers are counted by their content-length.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const { host, port, connections, seconds, requests } = JSON.parse(readFileSync(0, 'utf8'));
const ready = requests.map(({ path, token, headers = {} }) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${token}\r\n` +
      `${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
  ),
);
const latencies = [];
const statuses = {};
let bytes = 0;
let ended = 0;
const until = performance.now() + seconds * 1000;

for (let index = 0; index < connections; index += 1) run();

function run() {
  const socket = connect(port, host);
  socket.setNoDelay(true);
  let sentAt = 0;
  let left = -1;
  let head = '';

  const send = () => {
    sentAt = performance.now();
    left = -1;
    head = '';
    socket.write(ready[Math.floor(Math.random() * ready.length)]);
  };
  socket.on('connect', send);
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
    const now = performance.now();
    latencies.push(now - sentAt);
    if (now < until) return send();
    socket.end();
    if (++ended === connections) report();
  });
  socket.on('error', (error) => {
    throw error;
  });
}

function report() {
  const sorted = Float64Array.from(latencies).sort();
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  console.log(JSON.stringify({ requests: sorted.length, p50: at(0.5), p99: at(0.99), bytes, statuses }));
}
