import { readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { outboxFolder } from '../platform/adapters/mailer.ts';
import type { TestApp } from './app.ts';

export interface TestMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  links: string[];
  /** Headers by lower-case name. */
  headers: Record<string, string>;
}

/** Reads the mail files, oldest first. `take` also empties the folder. */
export function openOutbox(app: Pick<TestApp, 'context'>): { take(): Promise<TestMail[]> } {
  const folder = outboxFolder(app.context.config);
  return {
    async take() {
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
      const mails = await Promise.all(files.map(async (name) => readMail(await readFile(path.join(folder, name)))));
      await Promise.all(files.map((name) => rm(path.join(folder, name))));
      return mails;
    },
  };
}

export async function readMail(source: Buffer | string): Promise<TestMail> {
  const mail = await PostalMime.parse(source);
  const html = mail.html ?? '';
  return {
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    html,
    text: mail.text ?? '',
    messageId: mail.messageId ?? '',
    links: [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}

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

/** Programs that fetch a mailed link before a person opens it: name, method, headers. */
export const programs: [string, string, Record<string, string>][] = [
  ['a scanner that asks for the head', 'HEAD', {}],
  ['a browser that fetches ahead', 'GET', { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ['a browser that draws ahead', 'GET', { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-mode': 'navigate' }],
  ['a browser that fetches ahead by the former header', 'GET', { purpose: 'prefetch' }],
  ['Firefox that fetches ahead', 'GET', { 'x-moz': 'prefetch' }],
  ['a telephone that shows a preview', 'GET', { 'purpose': 'preview', 'sec-fetch-mode': 'navigate' }],
  ['an app that shows a preview', 'GET', { 'x-purpose': 'preview' }],
  ['a page that takes it for a picture', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ['a script that reads it', 'GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
  ['a page that frames it', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
];

interface Fetched {
  status: number | undefined;
  location: string | undefined;
  cached: string | undefined;
  body: string;
}

/** Sends exactly these headers, because `fetch` adds its own. */
export function fetchAs(app: TestApp, link: string, method: string, headers: Record<string, string>): Promise<Fetched> {
  const { pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      new URL(pathname + search, app.url),
      { method, headers: { ...headers, host: new URL(link).host } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, location: answer.headers.location, cached: answer.headers['cache-control'], body }),
        );
      },
    );
    clientRequest.on('error', reject).end();
  });
}
