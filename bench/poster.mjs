// Posts photos one after the other over one connection at a phone's upload rate. Runs as its own process and saves CPU, because it shares the
// machine with the server. When stopped, finishes the current photo, deletes all and sends their number.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const [{ port, token, photos, bytesPerSecond }] = await once(process, 'message');
const bodies = photos.map((photo) => formOf(Buffer.from(photo, 'base64')));
const socket = connect(port, '127.0.0.1');
const stopping = new AbortController();
process.on('message', () => stopping.abort());
await once(socket, 'connect');

const ids = [];
while (!stopping.signal.aborted)
  ids.push(JSON.parse(await call('POST', '/photos', bodies[ids.length % bodies.length], bytesPerSecond)).data.id);
for (const id of ids) await call('DELETE', `/photos/${id}`);
socket.end();
process.send(ids.length, () => process.disconnect());

async function call(method, at, body = Buffer.alloc(0), pace = Infinity) {
  const type = body.length > 0 ? `content-type: multipart/form-data; boundary=${boundary()}\r\n` : '';
  socket.write(
    `${method} /api/v1${at} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${type}content-length: ${body.length}\r\n\r\n`,
  );
  const answer = readAnswer();
  // Prevents an unhandled rejection until the await below.
  answer.catch(() => {});
  const step = Math.min(body.length, Math.ceil(pace / 20));
  for (let at = 0; at < body.length; at += step) {
    if (!socket.write(body.subarray(at, at + step))) await once(socket, 'drain');
    if (pace !== Infinity) await pause(50);
  }
  const { status, text } = await answer;
  if (!status.startsWith('2')) throw new Error(`${method} ${at} was answered ${status}: ${text}`);
  return text;
}

async function readAnswer() {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const [chunk] = await once(socket, 'data');
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const head = bytes.subarray(0, end).toString('latin1');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (bytes.length >= end + 4 + length) return { status: head.slice(9, 12), text: bytes.subarray(end + 4).toString() };
  }
}

function boundary() {
  return 'mbari-bench-0000000000000000';
}

function formOf(photo) {
  const part = (head) => `--${boundary()}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${part('name="title"')}Posted while others read\r\n${part('name="images[0]"; filename="photo.jpg"\r\ncontent-type: image/jpeg')}`,
    ),
    photo,
    Buffer.from(`\r\n--${boundary()}--\r\n`),
  ]);
}
