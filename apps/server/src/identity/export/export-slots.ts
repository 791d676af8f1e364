import { type Context, oncePerContext } from '../../platform/context.ts';
import { newSecretId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { giveLeaseBack, renewLease, takeLease } from './lease-queries.ts';

/** More than this many at once would take the disk of a node from those who look at images. */
export const mostAtOnce = 4;

interface Slots {
  taken: Set<string>;
  /** Leases of exports that have ended, on their way back. */
  leaving: Map<string, Promise<unknown>>;
  refused: { under_way: number; busy: number };
}

export interface Slot {
  /** Says that the export is still written: unsaid for 30 seconds, the member may begin another. */
  renew(): Promise<void>;
  giveBack(): void;
}

/** Exports under way in this process, by member. */
export const exportSlots = oncePerContext((): Slots => ({ taken: new Set(), leaving: new Map(), refused: { under_way: 0, busy: 0 } }));

/** Takes one of the node's few slots, and the member's only one among all nodes. Throws `too_many_requests` or `overloaded`. */
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
  // Before the database is asked: of two at once on this node one waits for no answer.
  taken.add(memberId);
  const holder = newSecretId();
  try {
    // Whoever has all of one export may begin the next at once.
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
      // Where the database does not answer, the lease runs out.
      const back = giveLeaseBack(context.db, memberId, holder)
        .catch(() => undefined)
        .finally(() => leaving.get(memberId) === back && leaving.delete(memberId));
      leaving.set(memberId, back);
    },
  };
}
