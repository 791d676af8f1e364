import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sync } from '../../adapters/new-file.ts';
import { programName } from '../../program.ts';

/** Owner of the application's database: no superuser, and may not create roles or databases. */
export const appRole = 'mbari';
/** PostgreSQL's superuser, used only to create `appRole` and its database. */
export const adminRole = 'postgres';

export type Role = typeof appRole | typeof adminRole;

const fileNames: Record<Role, string> = { mbari: 'database-password', postgres: 'database-admin-password' };

export const passwordFile = (dataFolder: string, role: Role): string => path.join(dataFolder, 'secrets', fileNames[role]);

/** Error about a password file that is missing, damaged or of another database. Its message explains the repair. */
export class PasswordLost extends Error {
  constructor(file: string, trouble: string) {
    super(
      `${file} ${trouble}, and without it the database beside it cannot be opened. ` +
        `Restore it from a backup, or give the database a new password: ${programName} database-password renew`,
    );
  }
}

export async function findPassword(dataFolder: string, role: Role): Promise<string | null> {
  const text = await readFile(passwordFile(dataFolder, role), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || null;
}

/** Returns the role's password and creates it if missing. Concurrent starts get the same password. */
export async function makePassword(dataFolder: string, role: Role): Promise<string> {
  const existing = await findPassword(dataFolder, role);
  if (existing !== null) return existing;
  const file = passwordFile(dataFolder, role);
  const draft = await writeDraft(file);
  const text = await readFile(file, 'utf8').catch(() => null);
  // Removes an empty file only: another start may have written a password meanwhile.
  if (text?.trim() === '') await rm(file, { force: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  await sync(path.dirname(file));
  return (await findPassword(dataFolder, role))!;
}

/** Writes a new password to a draft file and returns its path. The caller renames it. */
export async function writeDraft(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(randomBytes(24).toString('base64url'));
  await handle.sync();
  await handle.close();
  return draft;
}
