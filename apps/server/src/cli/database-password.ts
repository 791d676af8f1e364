import { renewPasswords } from '../platform/db/embedded/renew-passwords.ts';
import { environment } from '../platform/environment.ts';
import { readArguments, UsageError } from './usage.ts';

export async function renewDatabasePassword(args: string[]): Promise<void> {
  if (readArguments(args, []).words.length > 0) throw new UsageError('This command takes no arguments.');
  const { config } = environment();
  if (config.database.kind === 'server') throw new Error('DATABASE_URL is set: change the password on that server and in DATABASE_URL.');
  await renewPasswords(config.dataFolder);
  console.log('The database has new passwords. Start Mbari as usual.');
}
