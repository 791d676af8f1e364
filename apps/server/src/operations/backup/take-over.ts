import { domainToUnicode } from 'node:url';
import type pg from 'pg';
import { listSuspendedAdmins, suspendAdmins } from '../../identity/accounts/create-admin.ts';
import { deleteEverySubscription } from '../../notifications/push/subscriptions.ts';
import { statementsOn } from '../../platform/db/database.ts';
import { replaceInTexts, setTriggers } from './copy-tables.ts';
import type { Manifest } from './manifest.ts';
import { listTextColumns } from './queries.ts';
import type { RestoreOptions } from './restore-backup.ts';

export interface Takeover {
  /** Rows whose texts linked to the old address. */
  rewrittenRows: number;
  /** Usernames of admins who must confirm their role. They are mailed. */
  suspendedAdmins: string[];
}

/**
 * Makes a restored community that of another operator, in the transaction of the restore: suspends its admins and, under another address,
 * rewrites links and deletes push subscriptions, which belong to the old address in the browsers. Returns null for an ordinary backup.
 */
export async function takeOver(
  client: pg.PoolClient,
  { handed_over_from: oldAddress }: Manifest,
  publicUrl: URL | undefined,
  options: RestoreOptions,
): Promise<Takeover | null> {
  if (oldAddress === undefined || publicUrl === undefined) return null;
  const tx = statementsOn(client, () => undefined);
  await suspendAdmins(tx);
  let rewrittenRows = 0;
  if (oldAddress !== publicUrl.origin) {
    rewrittenRows = await rewriteLinks(client, new URL(oldAddress), publicUrl, options);
    await deleteEverySubscription(tx);
  }
  return { rewrittenRows, suspendedAdmins: await listSuspendedAdmins(tx) };
}

/**
 * Replaces the old address in every stored text, Markdown and HTML alike, one table a statement. Triggers are off: a link to another address
 * is no edit, and rules and logs refuse edits. Returns the number of changed rows.
 */
async function rewriteLinks(client: pg.PoolClient, from: URL, to: URL, { signal, onProgress }: RestoreOptions): Promise<number> {
  const tables = await listTextColumns(client);
  const names = tables.map(({ name }) => name);
  const pattern = linksTo(from);
  await setTriggers(client, names, 'disable');
  let rows = 0;
  for (const table of tables) {
    signal?.throwIfAborted();
    onProgress?.(`Links: ${table.name}`);
    rows += await replaceInTexts(client, table, pattern, to.origin);
  }
  await setTriggers(client, names, 'enable');
  return rows;
}

/** PostgreSQL pattern of the origin in links, with either scheme and in either spelling of its name, but not as part of a longer name. */
function linksTo({ hostname, host }: URL): string {
  const spellings = new Set([host, host.replace(hostname, domainToUnicode(hostname) || hostname)]);
  const hosts = [...spellings].map((spelling) => spelling.replaceAll(/[^\w\u0080-\u{10ffff}-]/gu, String.raw`\$&`));
  // Markdown also links a name that starts with www.
  const scheme = host.startsWith('www.') ? String.raw`(?:https?://|(?<![\w.@/-]))` : 'https?://';
  return String.raw`${scheme}(?:${hosts.join('|')})(?!\.?[\w-]|:\d|@)`;
}
