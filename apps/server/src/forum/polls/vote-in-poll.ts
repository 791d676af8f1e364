import type { Poll } from '@mbari/contract/forum/polls';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { deleteVotesOf, findPoll, lockPoll, markPollClosed, type PollState, replaceVotes } from './queries.ts';
import { mayClosePoll, readPoll, requirePoll } from './read-polls.ts';

/** Replaces an earlier vote. Idempotent. */
export async function vote(context: Context, viewer: Viewer, topicId: string, postId: string, choices: readonly string[]): Promise<Poll> {
  await context.limits.spend('vote by member', viewer.id);
  const choiceIds = [...new Set(choices)];
  await context.db.transaction(async (tx) => {
    const pollRow = isId(topicId) && isId(postId) ? await lockPoll(tx, viewer.id, postId) : undefined;
    const poll = pollRow && (await findPoll(tx, viewer.id, topicId, postId));
    if (!poll) throw notFound('pollNotFound');
    requireValidVote(poll, choiceIds);
    await replaceVotes(tx, viewer.id, postId, choiceIds);
    tx.hint('post_changed', topicId, postId);
  });
  return readPoll(context, viewer, topicId, postId);
}

function requireValidVote({ is_closed, is_locked, several, choice_ids }: PollState, choiceIds: readonly string[]): void {
  if (is_closed) throw new Refusal('poll_closed', 'pollClosed');
  if (is_locked) throw new Refusal('locked', 'pollTopicLocked');
  if (!several && choiceIds.length > 1) throw invalid({ choices: ['pollOneChoice'] });
  if (choiceIds.some((id) => !choice_ids.includes(id))) throw invalid({ choices: ['noSuchPollChoice'] });
}

/** Idempotent. */
export async function closePoll(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Poll> {
  await context.limits.spend('change by member', viewer.id);
  const poll = await requirePoll(context, viewer, topicId, postId);
  if (!mayClosePoll(viewer, poll.author_id)) throw new Refusal('not_author', 'pollOfOther');
  await context.db.transaction(async (tx) => {
    const isClosedNow = (await markPollClosed(tx, postId)) > 0;
    if (isClosedNow) tx.hint('post_changed', topicId, postId);
    if (isClosedNow && poll.author_id !== viewer.id) await recordModeration(tx, viewer, 'close_poll', { topicId, postId });
  });
  return readPoll(context, viewer, topicId, postId);
}

export const eraseVotes = (db: Statements, memberId: string): Promise<number> => deleteVotesOf(db, memberId);
