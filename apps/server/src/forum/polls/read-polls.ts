import type { Poll } from '@mbari/contract/forum/polls';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findPoll, type PollState, listPollRows, type PollRow } from './queries.ts';
import { mayClosePoll, maySeeCounts, mayVote } from './rules.ts';

export async function readPoll(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Poll> {
  const pollState = await requirePoll(context, viewer, topicId, postId);
  const poll = (await readPolls(context, viewer, [{ id: postId }], pollState)).get(postId);
  if (!poll) throw notFound('pollNotFound');
  return poll;
}

export async function requirePoll({ db }: Context, viewer: Viewer, topicId: string, postId: string): Promise<PollState> {
  const poll = isId(topicId) && isId(postId) ? await findPoll(db, viewer.id, topicId, postId) : undefined;
  if (!poll) throw notFound('pollNotFound');
  return poll;
}

/** Returns polls by post id. The caller must have checked that the viewer may read the posts. */
export async function readPolls(
  { db }: Context,
  viewer: Viewer,
  posts: readonly { id: string }[],
  topic: { is_locked: boolean },
): Promise<ReadonlyMap<string, Poll>> {
  if (posts.length === 0) return new Map();
  const rows = await listPollRows(
    db,
    viewer.id,
    posts.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.post_id, viewPoll(viewer, row, topic)]));
}

function viewPoll(viewer: Viewer, row: PollRow, { is_locked }: { is_locked: boolean }): Poll {
  const { question, choices, several, closes_at, is_closed, voters_count, mine } = row;
  const showsCounts = maySeeCounts({ is_closed, is_locked, mine });
  return {
    question,
    choices: choices.map(({ id, text, votes_count }) => ({ id, text, votes_count: showsCounts ? votes_count : null })),
    several,
    closes_at: closes_at?.toISOString() ?? null,
    is_closed,
    voters_count,
    mine,
    viewer: { may_vote: mayVote({ is_closed, is_locked }), may_close: !is_closed && mayClosePoll(viewer, row.author_id) },
  };
}
