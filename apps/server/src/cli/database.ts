import { countSecondSteps } from '../identity/sign-in/second-factor.ts';
import { isInUse, renewSigningKey } from '../operations/renew-signing-key.ts';
import { nameOfKey } from '../platform/adapters/signing-key.ts';
import { openDatabase } from '../platform/db/database.ts';
import { renewPasswords } from '../platform/db/embedded/renew-passwords.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { environment } from '../platform/environment.ts';
import { programName } from '../platform/program.ts';
import { withDatabase } from './with-context.ts';

export async function migrateNow(): Promise<void> {
  const ran = await withDatabase((_config, connection) => migrateDatabase(connection));
  console.log(ran.length > 0 ? `Migrations run: ${ran.join(', ')}.` : 'The database is up to date.');
}

export async function renewDatabasePassword(): Promise<void> {
  const { config } = environment();
  if (config.database.kind === 'server') throw new Error('DATABASE_URL is set: change the password on that server and in DATABASE_URL.');
  await renewPasswords(config.dataFolder);
  console.log('The database has new passwords. Start Mbari as usual.');
}

export async function renewKey(given: { 'turn-off-second-steps': boolean }): Promise<void> {
  await withDatabase(async (config, connection) => {
    await migrateDatabase(connection);
    const db = openDatabase({ ...connection, application_name: 'mbari signing-key' });
    try {
      if (await isInUse(db)) throw new Error('Mbari is running on this database. Stop it on every node first.');
      if (!given['turn-off-second-steps']) throw new Error(priceOf(await countSecondSteps(db)));
      const { members, oldKeyPath } = await renewSigningKey(db, config);
      console.log(
        config.signingKey
          ? 'The installation now uses SIGNING_KEY. Keep it with your backups, and set it on every node.'
          : `The new signing key is in ${nameOfKey(config)}. Keep it with your backups, and copy it to every other node.`,
      );
      if (oldKeyPath !== null) console.log(`The old key was saved as ${oldKeyPath}.`);
      if (members > 0) console.log(`Two-step sign-in was turned off for ${membersOf(members)}. Each is informed by mail.`);
    } finally {
      await db.close();
    }
  });
}

const membersOf = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

const priceOf = (members: number): string => `Nothing was changed yet. A new signing key cannot decrypt data protected by the old one:

  - Two-step sign-in is turned off for ${membersOf(members)}: authenticator apps and recovery codes stop working, and the password
    is enough until it is set up again. Each is informed by mail.
  - Links in mails of the last hour, to verify or change an address, stop working. Members can request new ones.
  - Push notifications must be turned on again, and webhooks must be added again.

Passwords, passkeys and posts do not change. If you can find the old key, restore it instead. To continue:

  ${programName} signing-key renew --turn-off-second-steps`;
