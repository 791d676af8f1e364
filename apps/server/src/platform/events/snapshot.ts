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
