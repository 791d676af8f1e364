import { fingerprintOf, type KeySource, makeSigningKey, nameOfKey, readSigningKey } from '../../platform/adapters/signing-key.ts';
import type { Database, Statements } from '../../platform/db/database.ts';
import { hasMembers } from '../../platform/db/state.ts';
import { findInstallation, findTables, type Installation, lockInstallation, setFingerprint } from './queries.ts';

/**
 * The installation's signing key; made where neither a key nor a member is there yet. The database remembers its fingerprint: with another
 * key no authenticator app, recovery code or signed link would work any more, and nobody would learn why. Throws where the two do not
 * go together, and says how to mend it.
 */
export function openSigningKey(db: Database, source: KeySource): Promise<Buffer> {
  return db.transaction(async (tx) => {
    // Of two nodes that start on a new database at once, the second sees what the first has done.
    await lockInstallation(tx);
    const installation = (await findInstallation(tx))!;
    const found = await readSigningKey(source);
    refuseWrongKey(source, found, installation);
    const key = found ?? (await makeSigningKey(source));
    if (installation.fingerprint === null) await setFingerprint(tx, fingerprintOf(key));
    return key;
  });
}

/** What `openSigningKey` would refuse, on a database of any version. Makes and writes nothing. */
export async function checkSigningKey(db: Statements, source: KeySource): Promise<'kept' | 'made at the first start'> {
  const tables = (await findTables(db))!;
  const installation = tables.installation
    ? (await findInstallation(db))!
    : { fingerprint: null, has_members: tables.members && (await hasMembers(db)) };
  const found = await readSigningKey(source);
  refuseWrongKey(source, found, installation);
  return found === null ? 'made at the first start' : 'kept';
}

function refuseWrongKey(source: KeySource, key: Buffer | null, { fingerprint, has_members }: Installation): void {
  const name = nameOfKey(source);
  if (key === null && (fingerprint !== null || has_members)) throw new Error(`${name} is missing. ${wayOut}`);
  if (key !== null && fingerprint !== null && !fingerprint.equals(fingerprintOf(key)))
    throw new Error(`${name} is not the signing key that this database was used with. ${source.signingKey ? otherKey : wayOut}`);
}

const otherKey =
  'Set it to what it was, or to what every other node has: the bytes of secrets/signing-key in hex, if it was a file before. If that is lost for good, `npm run mbari -- signing-key renew` says what this one costs, and takes it.';

const wayOut =
  'Restore that file from a backup, or copy it from another node. If it is lost for good, `npm run mbari -- signing-key renew` says what a new one costs, and makes it.';
