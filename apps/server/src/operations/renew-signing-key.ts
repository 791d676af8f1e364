import { removeAllSecondSteps } from '../identity/sign-in/second-factor.ts';
import { deleteEverySubscription } from '../notifications/push/subscriptions.ts';
import { draftSigningKey, fingerprintOf, type KeySource } from '../platform/adapters/signing-key.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteWebhooks } from '../platform/jobs/queue-webhooks.ts';
import { countConnections, lockInstallation, upsertFingerprint } from './signing-key-queries.ts';

/** Returns whether a server or job runner is connected, which would keep using the old key. */
export const isInUse = async (db: Database): Promise<boolean> => (await countConnections(db))!.n > 0;

export interface Renewal {
  /** Number of members whose second factor was turned off. Each is mailed. */
  members: number;
  /** Path of the saved old key, or null. */
  oldKeyPath: string | null;
}

/**
 * Replaces the signing key (by SIGNING_KEY, if set) and deletes data that only the old key decrypts: authenticator apps, recovery codes, push
 * subscriptions and webhooks. For an installation without its key, or restored without secrets. Nothing else may use the database during the call.
 *
 * Writes the database first: if interrupted before the key file is replaced, the next start refuses, and the command can be repeated.
 */
export async function renewSigningKey(db: Database, source: KeySource): Promise<Renewal> {
  const { key, install } = await draftSigningKey(source);
  const members = await db.transaction(async (tx) => {
    await lockInstallation(tx);
    await upsertFingerprint(tx, fingerprintOf(key));
    await deleteEverySubscription(tx);
    await deleteWebhooks(tx);
    return removeAllSecondSteps(tx);
  });
  return { members, oldKeyPath: await install() };
}
