import { randomFillSync, randomUUID } from 'node:crypto';

let lastMillisecond = 0;
let counter = 0;
const random = new Uint8Array(8);

/** A UUIDv7: 48 bits of milliseconds, then a 12-bit counter, so that ids made by one process always ascend; the rest random. */
export function newId(now = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  randomFillSync(random);
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const tail = Buffer.from(random);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const hex = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** When an id of `newId` was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** A random id for what stands in a public address: nobody can guess the next one. */
export const newSecretId = (): string => randomUUID();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether text from a client can be an id at all. Anything else is the id of nothing: answer as for a missing thing. */
export const isId = (text: string): boolean => uuid.test(text);

/** The smallest id of a time: everything that was made since is above it. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
