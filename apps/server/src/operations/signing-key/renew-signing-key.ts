import { removeEverySecondStep } from '../../identity/second-factor/remove-every-second-step.ts';
import { removeEverySubscription } from '../../notifications/push/remove-every-subscription.ts';
import { draftSigningKey, fingerprintOf, type KeySource } from '../../platform/adapters/signing-key.ts';
import type { Database } from '../../platform/db/database.ts';
import { countConnections, lockInstallation, setFingerprint } from './queries.ts';

/** Whether a server or a job runner works on this database: it would go on with the key that it read. */
export const isInUse = async (db: Database): Promise<boolean> => (await countConnections(db))!.n > 0;

export interface Renewal {
  /** Whose second step is off now, since nothing of it can be opened any more. Each is mailed. */
  members: number;
  /** Where the key before it was put; null where there was none. */
  replaced: string | null;
}

/**
 * Gives the installation a new signing key (that of SIGNING_KEY, where it is set), and takes out of the database what only the old one could open: authenticator apps, recovery
 * codes, and the browsers that notifications are pushed to. For an installation that lost its key, and for one restored without its secrets. Nothing else may work on the database meanwhile.
 *
 * The database comes first: cut off before the key is in its place, the next start refuses, and this can be done again.
 */
export async function renewSigningKey(db: Database, source: KeySource): Promise<Renewal> {
  const { key, install } = await draftSigningKey(source);
  const members = await db.transaction(async (tx) => {
    await lockInstallation(tx);
    await setFingerprint(tx, fingerprintOf(key));
    await removeEverySubscription(tx);
    return removeEverySecondStep(tx);
  });
  return { members, replaced: await install() };
}
