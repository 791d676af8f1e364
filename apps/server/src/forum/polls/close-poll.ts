import type { Poll } from '@mbari/contract/shapes/forum-polls';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { setClosed } from './queries.ts';
import { readPoll, requirePoll } from './read-poll.ts';
import { mayClosePoll } from './rules.ts';

/** Idempotent. */
export async function closePoll(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Poll> {
  await context.limits.spend('change by member', viewer.id);
  const poll = await requirePoll(context, viewer, topicId, postId);
  if (!mayClosePoll(viewer, poll.author_id)) throw new Refusal('not_author', 'pollOfOther');
  await context.db.transaction(async (tx) => {
    const closed = (await setClosed(tx, postId)) > 0;
    if (closed) tx.hint('post_changed', topicId, postId);
    if (closed && poll.author_id !== viewer.id) await recordModeration(tx, viewer, 'close_poll', { topicId, postId });
  });
  return readPoll(context, viewer, topicId, postId);
}
