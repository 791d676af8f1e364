import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { readMail, type TestMail } from './outbox.ts';

export interface TestMailServer {
  url: string;
  port: number;
  /** Mails received since the last call. */
  take(): Promise<(TestMail & { envelope: string[] })[]>;
  stop(): Promise<void>;
}

/** Starts a mail server that stores received mails. `refuse` is its reply to each mail. */
export async function startTestMailServer({
  port = 0,
  refuse,
}: { port?: number; refuse?: () => string | null } = {}): Promise<TestMailServer> {
  let arrivals: { source: Buffer; envelope: string[] }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const problem = refuse?.() ?? null;
        if (problem !== null) return callback(Object.assign(new Error(problem), { responseCode: Number(problem.slice(0, 3)) }));
        arrivals.push({ source: Buffer.concat(chunks), envelope: session.envelope.rcptTo.map(({ address }) => address) });
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const free = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${free}`,
    port: free,
    async take() {
      const batch = arrivals;
      arrivals = [];
      return Promise.all(batch.map(async ({ source, envelope }) => ({ ...(await readMail(source)), envelope })));
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
