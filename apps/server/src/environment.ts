import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigProblems, notesOn, readConfig, type Config } from './config.ts';

/** The process's configuration: its environment over an optional `.env`. Ends the process, with all problems, if it cannot be used. */
export function environment(): { config: Config; notes: string[] } {
  const file = path.resolve('.env');
  if (existsSync(file)) process.loadEnvFile(file);
  try {
    return { config: readConfig(process.env, process.cwd()), notes: notesOn(process.env) };
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    console.error(`[mbari] The configuration cannot be used${existsSync(file) ? ' (environment and .env)' : ''}:`);
    for (const problem of error.problems) console.error(`[mbari]   - ${problem}`);
    process.exit(1);
  }
}
