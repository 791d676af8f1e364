import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { outboxFolder } from '../adapters/mailer.ts';
import type { Config } from '../config.ts';
import { isId } from '../ids.ts';

export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  sent: string | null;
  html: string | null;
  text: string;
}

const maxMails = 50;

/** Returns the newest mails of the outbox. Ids and file names ascend with time. */
export async function listOutbox(config: Config): Promise<OutboxMail[]> {
  const names = await readdir(outboxFolder(config)).catch(orNothing([]));
  const ids = names
    .filter((name) => name.endsWith('.eml') && isId(name.slice(0, -4)))
    .map((name) => name.slice(0, -4))
    .sort()
    .reverse()
    .slice(0, maxMails);
  const mails = await Promise.all(ids.map((id) => readOutboxMail(config, id)));
  return mails.filter((mail) => mail !== null);
}

export async function readOutboxMail(config: Config, id: string): Promise<OutboxMail | null> {
  if (!isId(id)) return null;
  const source = await readFile(path.join(outboxFolder(config), `${id}.eml`)).catch(orNothing(null));
  if (source === null) return null;
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(source);
  return {
    id,
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    sent: mail.date ?? null,
    html: mail.html ?? null,
    text: mail.text ?? '',
  };
}

const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: NodeJS.ErrnoException): Nothing => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };
