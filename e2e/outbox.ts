import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** Waits for the newest mail to an address, from one node or any of several, and returns its link. */
export async function linkMailedTo(dataFolders: string | readonly string[], address: string, link: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () =>
        (found = (await mailsTo([dataFolders].flat(), address)).map((text) => link.exec(text)?.[0]).findLast((one) => one !== undefined)),
      // The first mail waits until the job runner has started.
      { message: `a mail to ${address}`, timeout: 60_000, intervals: [100] },
    )
    .toBeDefined();
  return found ?? '';
}

async function mailsTo(dataFolders: readonly string[], address: string): Promise<string[]> {
  const mails = (await Promise.all(dataFolders.map((folder) => mailsIn(path.join(folder, 'outbox'))))).flat();
  return mails.filter((mail) => mail.includes(`<${address}>`) || mail.includes(`To: ${address}`)).map(decoded);
}

async function mailsIn(outbox: string): Promise<string[]> {
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted();
  return Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
}

/** Decodes quoted-printable byte by byte, which suffices for links. Arabic mails use quoted-printable only for the HTML. */
const decoded = (mail: string): string =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
