import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sync } from '../../adapters/sync.ts';

/** Owns the application's database and is nothing beyond it: no superuser, and may make no roles or databases. */
export const appRole = 'mbari';
/** PostgreSQL's superuser: makes that role and its database, and is not used otherwise. */
export const adminRole = 'postgres';

export type Role = typeof appRole | typeof adminRole;

/** Each role's password is made with the data folder and never leaves it. */
const fileNames: Record<Role, string> = { mbari: 'database-password', postgres: 'database-admin-password' };

export const passwordFile = (dataFolder: string, role: Role): string => path.join(dataFolder, 'secrets', fileNames[role]);

/** A password file that is missing, damaged or not this database's; its message says how to mend it. */
export class PasswordLost extends Error {
  constructor(file: string, trouble: string) {
    super(
      `${file} ${trouble}, and without it the database beside it cannot be opened. ` +
        'Restore it from a backup, or give the database a new password: npm run mbari -- database-password renew',
    );
  }
}

/** Null where its file is missing or empty. */
export async function findPassword(dataFolder: string, role: Role): Promise<string | null> {
  const text = await readFile(passwordFile(dataFolder, role), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || null;
}

/** The role's password, made once even when two starts race. */
export async function makePassword(dataFolder: string, role: Role): Promise<string> {
  const found = await findPassword(dataFolder, role);
  if (found !== null) return found;
  const file = passwordFile(dataFolder, role);
  const draft = await writeDraft(file);
  const text = await readFile(file, 'utf8').catch(() => null);
  // An empty file is in the way; one that was made meanwhile is not.
  if (text?.trim() === '') await rm(file, { force: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  await sync(path.dirname(file));
  return (await findPassword(dataFolder, role))!;
}

/** A new password in a file beside the one whose place it is to take. */
export async function writeDraft(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(randomBytes(24).toString('base64url'));
  await handle.sync();
  await handle.close();
  return draft;
}
