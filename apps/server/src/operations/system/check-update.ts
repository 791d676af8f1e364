import { type KeyObject, verify } from 'node:crypto';
import type { System } from '@mbari/contract/operations/system';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { productVersion } from '../../platform/program.ts';
import { findUpdate, updateRelease, updateUpdateFailure } from './queries.ts';

const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  released_at: z.iso.datetime(),
  /** Page with the changes. */
  notes: z.url({ protocol: /^https$/ }).max(500),
  is_security: z.boolean(),
});
export type Release = z.infer<typeof release>;

const patience = 5_000;
const maxLength = 10_000;

/** Reads the newest release once a day. */
export const checkUpdateDaily: Task = (_payload, { context }) => checkUpdate(context);

/** Reads the newest release from UPDATE_URL, if it is set, and stores it, or why it could not be read. */
export async function checkUpdate({ config, db, log }: Context): Promise<void> {
  if (config.updates === null) return;
  const { url, key } = config.updates;
  try {
    const found = readRelease(await fetchText(url), key);
    // An old file with a valid signature could hide a security release.
    if ((await updateRelease(db, found)) === 0) throw new Error('the file is older than the one read before');
  } catch (error) {
    log.warn({ err: error }, 'the newest version could not be read');
    await updateUpdateFailure(db, (error as Error).message);
  }
}

async function fetchText(url: URL): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`${url.host} answers ${answer.status}`);
  const text = await answer.text();
  if (text.length > maxLength) throw new Error('the file is too long');
  return text.trim();
}

/** Reads a compact JWS (RFC 7515) signed with Ed25519. Throws if the signature does not match the key. */
export function readRelease(text: string, key: KeyObject): Release {
  const [header = '', payload = '', signature = ''] = text.split('.');
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new Error('the signature is not that of UPDATE_KEY');
  const { success, data } = release.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!success) throw new Error('the file does not describe a release');
  return data;
}

/** Returns the newest release that was read; null without UPDATE_URL. */
export async function readUpdate({ config, db }: Context): Promise<System['version']['update']> {
  if (config.updates === null) return null;
  const { checked_at, version, ...found } = await findUpdate(db);
  return {
    ...found,
    version: version !== null && isNewer(version, productVersion) ? version : null,
    checked_at: checked_at?.toISOString() ?? null,
  };
}

/** Compares versions such as 0.2.0. */
export function isNewer(version: string, than: string): boolean {
  const [found = [], own = []] = [version, than].map((text) => text.split(/[.-]/).map(Number));
  const at = [0, 1, 2].find((part) => found[part] !== own[part]) ?? 0;
  return found[at]! > own[at]!;
}
