import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type pg from 'pg';

/** Simulates a connection pooler: rejects connections that request `options`, or drops the `options`. Forwards everything else. */
export async function startPooler(
  to: pg.ClientConfig,
  does: 'refuse' | 'leave out',
): Promise<{ host: string; port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()));
    client.once('data', (first) => {
      const start = readStart(first);
      if (does === 'refuse' && start.delete('options')) return client.end(refusal('unsupported startup parameter: options'));
      start.delete('options');
      // A leading slash marks a socket's folder.
      const database = to.host?.startsWith('/')
        ? connect(`${to.host}/.s.PGSQL.${to.port}`)
        : connect(to.port ?? 5432, to.host ?? 'localhost');
      sockets.add(database.on('error', () => client.destroy()));
      database.write(writeStart(start));
      return client.pipe(database).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads length, version, then zero-terminated names and values. */
function readStart(packet: Buffer): Map<string, string> {
  const words = packet.subarray(8).toString().split('\0');
  return new Map(words.flatMap((word, index) => (index % 2 === 0 && word !== '' ? [[word, words[index + 1] ?? '']] : [])));
}

function writeStart(asked: Map<string, string>): Buffer {
  const body = Buffer.from(
    `${[...asked]
      .flat()
      .map((word) => `${word}\0`)
      .join('')}\0`,
  );
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, body]);
}

function refusal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
