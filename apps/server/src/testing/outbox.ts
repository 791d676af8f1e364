import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
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
