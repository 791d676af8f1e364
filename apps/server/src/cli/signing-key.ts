import { countSecondSteps } from '../identity/second-factor/remove-every-second-step.ts';
import { isInUse, renewSigningKey } from '../operations/signing-key/renew-signing-key.ts';
import { nameOfKey } from '../platform/adapters/signing-key.ts';
import { openDatabase } from '../platform/db/database.ts';
import { bringUpToDate } from '../platform/db/migrate.ts';
import { readArguments, UsageError } from './usage.ts';
import { withDatabase } from './with-context.ts';

const consent = 'turn-off-second-steps';

export async function renewKey(args: string[]): Promise<void> {
  const { words, flags } = readArguments(args, [], [consent]);
  if (words.length > 0) throw new UsageError('This command takes no words.');
  await withDatabase(async (config, connection) => {
    await bringUpToDate(connection);
    const db = openDatabase({ ...connection, application_name: 'mbari signing-key' });
    try {
      if (await isInUse(db)) throw new Error('Mbari is running on this database. Stop it on every node first.');
      if (!flags.has(consent)) throw new Error(priceOf(await countSecondSteps(db)));
      const { members, replaced } = await renewSigningKey(db, config);
      console.log(
        config.signingKey
          ? 'The key of SIGNING_KEY is the signing key now. Keep it with your backups, and set it on every node.'
          : `There is a new signing key in ${nameOfKey(config)}. Keep it with your backups, and copy it to every other node.`,
      );
      if (replaced !== null) console.log(`The one before is kept as ${replaced}.`);
      if (members > 0) console.log(`Two-step sign-in is off for ${membersOf(members)} now, and each is told by mail.`);
    } finally {
      await db.close();
    }
  });
}

const membersOf = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

const priceOf = (members: number): string => `Nothing is changed yet. A new signing key opens nothing that was protected by the old one:

  - Two-step sign-in is turned off for ${membersOf(members)}: authenticator apps and recovery codes stop working, and the password
    alone signs in until it is set up again. Each is told by mail.
  - Links in mails of the last hour, to verify or to change an address, stop working. New ones can be asked for.

Passwords, passkeys and posts stay as they are. If the old key can be found, restore it instead. To go on:

  npm run mbari -- signing-key renew --${consent}`;
