import type { Secrets } from '../adapters/secrets.ts';
import { sealEventId } from './event-id.ts';
import type { Snapshot } from './snapshot.ts';

/** Age in milliseconds of a change whose hint has certainly arrived. */
const overlapMs = 5_000;

export interface ReachedId {
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
