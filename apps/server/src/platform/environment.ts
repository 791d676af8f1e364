import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describeStorageFault } from './adapters/storage-faults.ts';
import { ConfigProblems, notesOn, readConfig, type Config } from './config.ts';

/** Reads the configuration from the environment and an optional `.env`. Throws all problems at once, with the line of each setting. */
export function environment(): { config: Config; notes: string[] } {
  const lines = loadFile(path.resolve('.env'));
  const placeOf = (name: string): string =>
    lines.has(name) ? `.env, line ${lines.get(name)}` : process.env[name] === undefined ? 'not set' : 'environment';
  const config = readConfig(process.env, process.cwd(), placeOf);
  const unwritable = findUnwritable(config.dataFolder);
  if (unwritable !== null) throw new ConfigProblems([`MBARI_DATA cannot be used. ${unwritable}`], placeOf);
  return { config, notes: notesOn(process.env, config) };
}

/** Type of the file system of /proc on Linux. */
const procFileSystem = 0x9fa0;

/** Returns why the folder, or the existing one in which it will be created, cannot be written; null if it can. */
function findUnwritable(folder: string): string | null {
  if (!existsSync(folder)) return findUnwritable(path.dirname(folder));
  try {
    // The slash fails for a file.
    accessSync(`${folder}${path.sep}`, constants.W_OK);
    // There, creating a folder with its parents never returns.
    return statfsSync(folder).type === procFileSystem ? `${folder} does not store files. Choose another folder.` : null;
  } catch (error) {
    return describeStorageFault(error) ?? (error as Error).message;
  }
}

/**
 * Reads variables that the environment lacks from the file. Throws if the file is unreadable, because settings would be missing.
 * Returns the lines of these variables.
 */
function loadFile(file: string): Map<string, number> {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw Object.assign(error as Error, { path: file });
  }
  const names = text.split('\n').map((line) => /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] ?? '');
  const lines = new Map<string, number>();
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (process.env[name] !== undefined) continue;
    process.env[name] = value;
    lines.set(name, names.lastIndexOf(name) + 1);
  }
  return lines;
}
