import { type Context, oncePerContext } from '../../platform/context.ts';
import { newSecretId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { giveLeaseBack, renewLease, takeLease } from './lease-queries.ts';

/** Limit per node, because exports compete with images for the disk. */
export const mostAtOnce = 4;

interface Slots {
  taken: Set<string>;
  /** Leases being returned. */
  leaving: Map<string, Promise<unknown>>;
  refused: { under_way: number; busy: number };
}

export interface Slot {
  /** Extends the lease, which otherwise expires after 30 seconds. */
  renew(): Promise<void>;
  giveBack(): void;
}

export const exportSlots = oncePerContext((): Slots => ({ taken: new Set(), leaving: new Map(), refused: { under_way: 0, busy: 0 } }));

/** Takes a slot on this node and the member's lease across nodes. Throws `too_many_requests` or `overloaded`. */
export async function takeSlot(context: Context, memberId: string): Promise<Slot> {
  const { taken, leaving, refused } = exportSlots(context);
  const isUnderWay = (): Refusal => {
    refused.under_way += 1;
    return new Refusal('too_many_requests', 'exportRunning', { retryAfter: 60, limit: 1 });
  };
  if (taken.has(memberId)) throw isUnderWay();
  if (taken.size >= mostAtOnce) {
    refused.busy += 1;
    throw new Refusal('overloaded', 'tooManyExports', { retryAfter: 120 });
  }
  // Checked in memory first, so a second concurrent request on this node fails fast.
  taken.add(memberId);
  const holder = newSecretId();
  try {
    // Waits for the lease of an export that has just ended.
    await leaving.get(memberId);
    if (!(await takeLease(context.db, memberId, holder))) throw isUnderWay();
  } catch (error) {
    taken.delete(memberId);
    throw error;
  }
  return {
    renew: async () => void (await renewLease(context.db, memberId, holder)),
    giveBack() {
      taken.delete(memberId);
      // If the database fails, the lease expires.
      const back = giveLeaseBack(context.db, memberId, holder)
        .catch(() => undefined)
        .finally(() => leaving.get(memberId) === back && leaving.delete(memberId));
      leaving.set(memberId, back);
    },
  };
}
