import { z } from 'zod';
import * as limits from '../limits.ts';
import { pendingKinds } from '../pending-kinds.ts';
import { verdicts } from './applications.ts';
import { because } from './because.ts';
import { dated, id, idParams, listMeta, message, paging, text } from './fields.ts';
import { author } from './members.ts';

const pending = z.object({
  id,
  kind: z.enum(pendingKinds),
  /** Of a photo or a topic. */
  title: z.string().nullable(),
  /** As it was written. */
  body: z.string(),
  poll: z.object({ question: z.string(), choices: z.array(z.string()) }).nullable(),
  /** Of a photo, in their order. */
  images: z.array(z.object({ image_path: z.string(), width: z.number().int(), height: z.number().int(), alt: z.string() })),
  /** Where it is to stand. Null where that is not there for the viewer, and for photos. */
  target: z.object({ title: z.string(), address: z.string() }).nullable(),
  created_at: dated,
});

const own = pending.extend({
  state: z.enum(['waiting', 'declined']),
  /** Why it was declined, in the organiser’s words. */
  reason: z.string().nullable(),
});
export type OwnPending = z.infer<typeof own>;

const waiting = pending.extend({
  member: author,
  /** `first`: one of their first contributions. `same_link`: other new accounts wrote the same link. `listed`: it has what is on the list. */
  why: z.enum(['first', 'same_link', 'listed']),
  /** What is on the list. */
  listed: z.string().nullable(),
});
export type Pending = z.infer<typeof waiting>;

const query = z.object({ per_page: paging.per_page, cursor: paging.cursor });
const meta = listMeta.pick({ per_page: true, next_cursor: true });

export const pendingPostShapes = {
  listOwnPending: { query, answer: z.object({ data: z.array(own), meta }) },
  takeBackPending: { params: idParams, answer: message },
  listPending: {
    query,
    answer: z.object({
      data: z.array(waiting),
      /** `open_count`: 100 stands for all beyond. */
      meta: meta.extend({ open_count: z.number().int() }),
    }),
  },
  decidePending: {
    params: idParams,
    body: z.object({
      verdict: z.enum(verdicts, because('outcomeUnknown')),
      /** Told to whoever is declined. */
      reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
};
