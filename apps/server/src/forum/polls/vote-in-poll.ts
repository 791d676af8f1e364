import type { NewPollBody, Poll } from '@mbari/contract/forum/polls';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import {
  addPolls as add,
  deleteVotesOf,
  findPoll,
  lockPoll,
  markPollClosed,
  type NewPoll,
  type PollState,
  replaceVotes,
} from './queries.ts';
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

export type PreparedPoll = Omit<NewPoll, 'post_id'>;

const dayMs = 24 * 60 * 60 * 1000;

/** Rejects an end in the past or too far in the future. */
export function preparePoll({ now }: Pick<Context, 'now'>, { question = '', choices, several, closes_at }: NewPollBody): PreparedPoll {
  const closesAt = closes_at ? new Date(closes_at) : null;
  const daysLeft = closesAt === null ? 1 : (closesAt.getTime() - now().getTime()) / dayMs;
  if (daysLeft <= 0) throw invalid({ 'poll.closes_at': ['pollEndPassed'] });
  if (daysLeft > limits.pollDays) throw invalid({ 'poll.closes_at': ['pollEndTooFar'] });
  return { question, several, closes_at: closesAt, choices: choices.map((text) => ({ id: newId(), text })) };
}

export async function addPolls(tx: Statements, posts: readonly { id: string; poll: PreparedPoll | null }[]): Promise<void> {
  const polls = posts.flatMap(({ id, poll }) => (poll ? [{ post_id: id, ...poll }] : []));
  if (polls.length > 0) await add(tx, polls);
}
