import type { Secrets } from '../adapters/secrets.ts';

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

/** A PostgreSQL snapshot: `xmin:xmax:running,…`. */
export interface Snapshot {
  text: string;
  xmin: bigint;
  xmax: bigint;
  running: ReadonlySet<bigint>;
}

const mostXid = 2n ** 63n;

export function parseSnapshot(text: string): Snapshot | null {
  const parts = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text);
  if (!parts) return null;
  const [xmin, xmax] = [BigInt(parts[1]!), BigInt(parts[2]!)];
  const running = parts[3] === '' ? [] : parts[3]!.split(',').map(BigInt);
  const isInOrder = running.every((xid, index) => xid >= xmin && xid < xmax && (index === 0 || xid > running[index - 1]!));
  return xmin > 0n && xmin <= xmax && xmax < mostXid && isInOrder ? { text, xmin, xmax, running: new Set(running) } : null;
}

export const sees = ({ xmin, xmax, running }: Snapshot, xid: bigint): boolean => xid < xmin || (xid < xmax && !running.has(xid));

/** Returns a row's full transaction id from its lower 32 bits. */
export function rowVersion(half: string, { xmax }: Snapshot): bigint {
  const version = ((xmax >> 32n) << 32n) | BigInt(half);
  return version < xmax ? version : version - 2n ** 32n;
}

/** Age in milliseconds of a change whose hint has certainly arrived. */
const overlapMs = 5_000;

interface ReachedId {
  identity(): string | undefined;
  snapshot(): Snapshot | undefined;
  id(): string;
  move(identity: string, snapshot: Snapshot): void;
  forget(): void;
}

export function trackReachedId(secrets: Secrets): ReachedId {
  let reached: { identity: string; snapshot: Snapshot; id: string } | undefined;
  let past: { at: number; xmin: bigint }[] = [];

  return {
    identity: () => reached?.identity,
    snapshot: () => reached?.snapshot,
    id: () => reached?.id ?? '',
    move(identity, snapshot) {
      if (reached?.identity !== identity) past = [];
      const time = performance.now();
      past.push({ at: time, xmin: snapshot.xmin });
      while (past.length > 1 && past[1]!.at <= time - overlapMs) past.shift();
      reached = { identity, snapshot, id: sealEventId(secrets, { identity, snapshot, behind: past[0]!.xmin }) };
    },
    forget() {
      reached = undefined;
      past = [];
    },
  };
}

const formatEventId = ({ identity, snapshot, behind }: EventId): string => `${identity}.${snapshot.text}.${behind}`;

function parseEventId(text: string): EventId | null {
  const parts = /^([\w-]{16})\.([\d:,]{5,4000})\.(\d{1,19})$/.exec(text);
  const snapshot = parts && parseSnapshot(parts[2]!);
  return parts && snapshot ? { identity: parts[1]!, snapshot, behind: BigInt(parts[3]!) } : null;
}
