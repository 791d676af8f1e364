import type { Secrets } from '../../adapters/secrets.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** How far a stream has been read: all that the snapshot sees was told, and things as they were before the transaction `behind`. */
export interface EventId {
  /** Of the database: in another one, transactions have other numbers. */
  identity: string;
  snapshot: Snapshot;
  behind: bigint;
}

/** Plaintexts are padded to a multiple of this length, so that the length of an id does not follow the number of transactions. */
const blockLength = 64;
const purpose = 'event id';

/** Returns an id that clients cannot read. It holds transaction ids, which count all writes of the database. */
export function sealEventId(secrets: Secrets, id: EventId): string {
  const text = formatEventId(id);
  return secrets.seal(purpose, text.padEnd(Math.ceil(text.length / blockLength) * blockLength));
}

/** Returns null for an id that this installation has not sealed. */
export function openEventId(secrets: Secrets, sealed: string): EventId | null {
  const text = secrets.unseal(purpose, sealed);
  return text === null ? null : parseEventId(text.trimEnd());
}

const formatEventId = ({ identity, snapshot, behind }: EventId): string => `${identity}.${snapshot.text}.${behind}`;

function parseEventId(text: string): EventId | null {
  const parts = /^([\w-]{16})\.([\d:,]{5,4000})\.(\d{1,19})$/.exec(text);
  const snapshot = parts && parseSnapshot(parts[2]!);
  return parts && snapshot ? { identity: parts[1]!, snapshot, behind: BigInt(parts[3]!) } : null;
}
