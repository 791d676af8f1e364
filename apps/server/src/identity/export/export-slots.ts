import { type Context, oncePerContext } from '../../platform/context.ts';
import { newSecretId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { releaseLease, renewLease, acquireLease } from './lease-queries.ts';

/** Limit per node, because exports compete with images for the disk. */
export const maxConcurrentExports = 4;

interface Slots {
  memberIds: Set<string>;
  /** Running releases of leases, by member id. */
  releases: Map<string, Promise<unknown>>;
  refusals: { under_way: number; busy: number };
}

export interface Slot {
  /** Extends the lease, which otherwise expires after 30 seconds. */
  renew(): Promise<void>;
  release(): void;
}

export const exportSlots = oncePerContext((): Slots => ({
  memberIds: new Set(),
  releases: new Map(),
  refusals: { under_way: 0, busy: 0 },
}));

/** Takes a slot on this node and the member's lease across nodes. Throws `too_many_requests` or `overloaded`. */
export async function acquireSlot(context: Context, memberId: string): Promise<Slot> {
  const { memberIds, releases, refusals } = exportSlots(context);
  const alreadyRunning = (): Refusal => {
    refusals.under_way += 1;
    return new Refusal('too_many_requests', 'exportRunning', { retryAfter: 60, limit: 1 });
  };
  if (memberIds.has(memberId)) throw alreadyRunning();
  if (memberIds.size >= maxConcurrentExports) {
    refusals.busy += 1;
    throw new Refusal('overloaded', 'tooManyExports', { retryAfter: 120 });
  }
  // Takes the slot before the query, so that a concurrent request on this node fails at once.
  memberIds.add(memberId);
  const holder = newSecretId();
  try {
    // The member's previous export may still be releasing the lease.
    await releases.get(memberId);
    if (!(await acquireLease(context.db, memberId, holder))) throw alreadyRunning();
  } catch (error) {
    memberIds.delete(memberId);
    throw error;
  }
  return {
    renew: async () => void (await renewLease(context.db, memberId, holder)),
    release() {
      memberIds.delete(memberId);
      // If the release fails, the lease expires.
      const release = releaseLease(context.db, memberId, holder)
        .catch(() => undefined)
        .finally(() => releases.get(memberId) === release && releases.delete(memberId));
      releases.set(memberId, release);
    },
  };
}
