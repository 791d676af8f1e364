import { randomFillSync, randomInt, randomUUID } from 'node:crypto';

let lastMillisecond = 0;
let counter = 0;
const random = new Uint8Array(8);

/** Returns a UUIDv7 with a 12-bit counter after the milliseconds, so that ids of one process always ascend. */
export function newId(now = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  return formatId(lastMillisecond, counter, randomFillSync(random));
}

/** Returns a UUIDv7 of a past time, for imported content. */
export const idInPast = (time: Date): string => formatId(time.getTime(), randomInt(0x1000), randomFillSync(random));

/** Formats a UUIDv7 from milliseconds, 12 bits and 8 bytes. The first two bits of the bytes are overwritten. */
export function formatId(milliseconds: number, bits: number, bytes: Uint8Array): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const tail = Buffer.from(bytes);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const hex = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.toString(16).padStart(3, '0')}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}

export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Returns a random id for public addresses, which must not be guessable. */
export const newSecretId = (): string => randomUUID();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns true for a UUID. Callers answer other text like an unknown id. */
export const isId = (text: string): boolean => uuid.test(text);

/** Sorts before every id; no row has it. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

/** Sorts after every id; no row has it. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns the smallest id of a time, for comparison with later ids. */
export const firstIdAt = (time: Date): string => formatId(Math.max(0, time.getTime()), 0, new Uint8Array(8));
