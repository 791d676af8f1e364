import { fingerprintOf, type KeySource, makeSigningKey, nameOfKey, readSigningKey } from '../platform/adapters/signing-key.ts';
import type { Database, Statements } from '../platform/db/database.ts';
import { hasMembers } from '../platform/db/state.ts';
import { programName } from '../platform/program.ts';
import { findExistingTables, findInstallation, type Installation, lockInstallation, upsertFingerprint } from './signing-key-queries.ts';

/**
 * Returns the installation's signing key. Creates it if the database has neither a fingerprint nor a member. The database stores the key's
 * fingerprint, because another key would silently invalidate authenticator apps, recovery codes and signed links. Throws on a mismatch; the
 * message names the fix.
 */
export function openSigningKey(db: Database, source: KeySource): Promise<Buffer> {
  return db.transaction(async (tx) => {
    // Serialises two nodes that start on a new database concurrently.
    await lockInstallation(tx);
    const installation = (await findInstallation(tx))!;
    const existingKey = await readSigningKey(source);
    requireMatchingKey(source, existingKey, installation);
    const key = existingKey ?? (await makeSigningKey(source));
    if (installation.fingerprint === null) await upsertFingerprint(tx, fingerprintOf(key));
    return key;
  });
}

/** Performs the checks of `openSigningKey` read-only, on a database of any version. */
export async function checkSigningKey(db: Statements, source: KeySource): Promise<'kept' | 'made at the first start'> {
  const tables = (await findExistingTables(db))!;
  const installation = tables.installation
    ? (await findInstallation(db))!
    : { fingerprint: null, has_members: tables.members && (await hasMembers(db)) };
  const existingKey = await readSigningKey(source);
  requireMatchingKey(source, existingKey, installation);
  return existingKey === null ? 'made at the first start' : 'kept';
}

function requireMatchingKey(source: KeySource, key: Buffer | null, { fingerprint, has_members }: Installation): void {
  const keyName = nameOfKey(source);
  if (key === null && (fingerprint !== null || has_members)) throw new Error(`${keyName} is missing. ${missingKeyFix}`);
  if (key !== null && fingerprint !== null && !fingerprint.equals(fingerprintOf(key)))
    throw new Error(
      `${keyName} is not the signing key that this database was used with. ${source.signingKey ? wrongKeyFix : missingKeyFix}`,
    );
}

const wrongKeyFix = `Set it to the previous value, or to the value of the other nodes: the bytes of secrets/signing-key in hex, if it was a file before. If that is lost, \`${programName} signing-key renew\` prints the effects of the new key and applies it.`;

const missingKeyFix = `Restore that file from a backup, or copy it from another node. If it is lost, \`${programName} signing-key renew\` prints the effects of a new key and creates it.`;
