import { z } from 'zod';
import { verdicts } from '../identity/applications.ts';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const pendingKinds = ['photo', 'comment', 'forum_post', 'topic'] as const;
export type PendingKind = (typeof pendingKinds)[number];

const pending = z.object({
  id,
  kind: z.enum(pendingKinds),
  title: z.string().nullable(),
  body: z.string(),
  poll: z.object({ question: z.string(), choices: z.array(z.string()) }).nullable(),
  images: z.array(z.object({ image_path: z.string(), width: z.number().int(), height: z.number().int(), alt: z.string() })),
  /** Content warning of a photo. */
  warning: z.string().nullable(),
  /** Photo, topic or forum category of a pending comment, reply or topic. Null for photos, and if hidden from the viewer. */
  target: z.object({ title: z.string(), address: z.string() }).nullable(),
  created_at: dated,
});

const ownPending = pending.extend({
  state: z.enum(['waiting', 'declined']),
  /** The organiser's reason for declining. */
  reason: z.string().nullable(),
});
export type OwnPending = z.infer<typeof ownPending>;

const queuedPending = pending.extend({
  member: author,
  /** `first`: an early contribution of the member. `same_link`: other new accounts posted the same link. `listed`: the word filter matched. */
  why: z.enum(['first', 'same_link', 'listed']),
  listed: z.string().nullable(),
});
export type Pending = z.infer<typeof queuedPending>;

const query = z.object({ per_page: paging.per_page, cursor: paging.cursor });
const meta = listMeta.pick({ per_page: true, next_cursor: true });

export const listOwnPending = endpoint('listOwnPending', {
  method: 'GET',
  path: '/me/pending',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the viewer’s posts that await approval or were declined in the last 30 days, newest first.',
  shape: { query, answer: z.object({ data: z.array(ownPending), meta }) },
});

export const takeBackPending = endpoint('takeBackPending', {
  method: 'DELETE',
  path: '/me/pending/{id}',
  access: 'onboarded',
  summary: 'Withdraw a post that awaits approval. An approved one stays.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer: message },
});

export const listPending = endpoint('listPending', {
  method: 'GET',
  path: '/moderation/pending',
  access: 'organiser',
  scope: 'admin:read',
  summary: 'List posts that await approval, oldest first. Organisers do not see their own.',
  shape: {
    query,
    answer: z.object({
      data: z.array(queuedPending),
      /** `open_count` stops at 100. */
      meta: meta.extend({ open_count: z.number().int() }),
    }),
  },
});

export const decidePending = endpoint('decidePending', {
  method: 'POST',
  path: '/moderation/pending/{id}/decide',
  access: 'organiser',
  takes: 'json',
  summary: 'Approve a post, which publishes it as its author, or decline it. The author is notified. A second decision is refused.',
  refuses: ['not_found', 'conflict', 'locked', 'overloaded'],
  shape: {
    params: idParams,
    body: z.object({
      verdict: z.enum(verdicts, because('outcomeUnknown')),
      /** Sent to the author of a declined post. */
      reason: text({ label: 'reason', max: limits.moderationReason, lines: true }).optional(),
    }),
    answer: message,
  },
});
