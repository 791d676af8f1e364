import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';

/** More than this many at once would take the disk from those who look at pictures. */
export const mostAtOnce = 4;

interface Slots {
  taken: Set<string>;
  refused: { under_way: number; busy: number };
}

const known = new WeakMap<Context, Slots>();

/** Exports under way in this process, by member. */
export function exportSlots(context: Context): Slots {
  let slots = known.get(context);
  if (!slots) known.set(context, (slots = { taken: new Set(), refused: { under_way: 0, busy: 0 } }));
  return slots;
}

/** Takes one of the few slots and answers how to give it back. Throws `too_many_requests` or `overloaded`. */
export function takeSlot(context: Context, memberId: string): () => void {
  const { taken, refused } = exportSlots(context);
  if (taken.has(memberId)) {
    refused.under_way += 1;
    throw new Refusal('too_many_requests', 'exportRunning', { retryAfter: 60, limit: 1 });
  }
  if (taken.size >= mostAtOnce) {
    refused.busy += 1;
    throw new Refusal('overloaded', 'tooManyExports', { retryAfter: 120 });
  }
  taken.add(memberId);
  return () => void taken.delete(memberId);
}
