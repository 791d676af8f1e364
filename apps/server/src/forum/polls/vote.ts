import type { Poll } from '@mbari/contract/forum/polls';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { findPoll, type FoundPoll, lockPoll, setClosed, setVotes } from './queries.ts';
import { readPoll, requirePoll } from './read-poll.ts';
import { mayClosePoll } from './rules.ts';

/** Replaces an earlier vote. Idempotent. */
export async function vote(context: Context, viewer: Viewer, topicId: string, postId: string, choices: readonly string[]): Promise<Poll> {
  await context.limits.spend('vote by member', viewer.id);
  const chosen = [...new Set(choices)];
  await context.db.transaction(async (tx) => {
    const locked = isId(topicId) && isId(postId) ? await lockPoll(tx, viewer.id, postId) : undefined;
    const poll = locked && (await findPoll(tx, viewer.id, topicId, postId));
    if (!poll) throw notFound('pollNotFound');
    requireVote(poll, chosen);
    await setVotes(tx, viewer.id, postId, chosen);
    tx.hint('post_changed', topicId, postId);
  });
  return readPoll(context, viewer, topicId, postId);
}

function requireVote({ is_closed, is_locked, several, choice_ids }: FoundPoll, chosen: readonly string[]): void {
  if (is_closed) throw new Refusal('poll_closed', 'pollClosed');
  if (is_locked) throw new Refusal('locked', 'pollTopicLocked');
  if (!several && chosen.length > 1) throw invalid({ choices: ['pollOneChoice'] });
  if (chosen.some((id) => !choice_ids.includes(id))) throw invalid({ choices: ['noSuchPollChoice'] });
}

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
