import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigProblems, notesOn, readConfig, type Config } from './config.ts';

/** Reads the configuration from the environment and an optional `.env`. Exits with all problems if it is invalid. */
export function environment(): { config: Config; notes: string[] } {
  const hasFile = loadFile(path.resolve('.env'));
  try {
    const config = readConfig(process.env, process.cwd());
    return { config, notes: notesOn(process.env, config) };
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    console.error(`[mbari] The configuration cannot be used${hasFile ? ' (environment and .env)' : ''}:`);
    for (const problem of error.problems) console.error(`[mbari]   - ${problem}`);
    process.exit(1);
  }
}

/**
 * Reads variables that the environment lacks from the file. Exits if the file is unreadable, because settings would be missing.
 * Returns false if there is no file.
 */
function loadFile(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    const reason = code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'this user may not' : message;
    console.error(`[mbari] ${file} cannot be read (${reason}). Make it a file that this user can read, or remove it.`);
    process.exit(1);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
  return true;
}
