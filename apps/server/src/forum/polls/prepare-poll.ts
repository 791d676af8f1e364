import type { NewPollBody } from '@mbari/contract/forum/polls';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { addPolls as add, type NewPoll } from './queries.ts';

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
