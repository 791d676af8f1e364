import type { Secrets } from '../adapters/secrets.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** Position of a stream: notifications visible to the snapshot were sent. Other events may be missing from transaction `behind` on. */
export interface EventId {
  identity: string;
  snapshot: Snapshot;
  behind: bigint;
}

/** Padding, so that the id's length does not reveal the number of transactions. */
const blockLength = 64;
const purpose = 'event id';

/** Encrypts an event id, because transaction ids would reveal how much the community writes. */
export function sealEventId(secrets: Secrets, id: EventId): string {
  const text = formatEventId(id);
  return secrets.seal(purpose, text.padEnd(Math.ceil(text.length / blockLength) * blockLength));
}

/** Returns null for an id that this installation did not seal. */
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
