import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { programName } from '../program.ts';
import { sync } from './new-file.ts';

const keyBytes = 32;

export type KeySource = Pick<Config, 'dataFolder' | 'signingKey'>;

export const signingKeyFile = (dataFolder: string): string => path.join(dataFolder, 'secrets', 'signing-key');

/** Returns a hash that identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer): Buffer => createHmac('sha256', key).update('signing key\nfingerprint').digest();

export const nameOfKey = ({ dataFolder, signingKey }: KeySource): string => (signingKey ? 'SIGNING_KEY' : signingKeyFile(dataFolder));

export async function readSigningKey({ dataFolder, signingKey }: KeySource): Promise<Buffer | null> {
  if (signingKey) return signingKey;
  const file = signingKeyFile(dataFolder);
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (key !== null && key.length !== keyBytes)
    throw new Error(
      `${file} is damaged: it must hold ${keyBytes} bytes. Restore it from a backup. If it is lost for good, \`${programName} signing-key renew\` says what a new one costs, and makes it.`,
    );
  return key;
}

/** Creates the key, or reads the key that another node has just created in the folder. */
export async function makeSigningKey(source: KeySource): Promise<Buffer> {
  const file = signingKeyFile(source.dataFolder);
  const draft = await writeKey(`${file}.${process.pid}`);
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  await sync(path.dirname(file));
  return (await readSigningKey(source))!;
}

export interface KeyDraft {
  key: Buffer;
  /** Installs the key. Returns the new name of the previous key's file, or null. */
  install: () => Promise<string | null>;
}

/** Writes a new key to a draft file. If SIGNING_KEY is set, returns that key instead. */
export async function draftSigningKey({ dataFolder, signingKey }: KeySource): Promise<KeyDraft> {
  if (signingKey) return { key: signingKey, install: () => Promise.resolve(null) };
  const file = signingKeyFile(dataFolder);
  const draft = await writeKey(`${file}.new`);
  return {
    key: await readFile(draft),
    install: async () => {
      const aside = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      const replaced = await rename(file, aside).then(
        () => aside,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      );
      await rename(draft, file);
      await sync(path.dirname(file));
      return replaced;
    },
  };
}

async function writeKey(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'w', 0o600);
  await handle.writeFile(randomBytes(keyBytes));
  await handle.sync();
  await handle.close();
  return file;
}
