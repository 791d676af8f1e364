import type { Poll } from '@mbari/contract/forum/polls';
import type { Author } from '@mbari/contract/people/members';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findPoll, listPollRows, listVoterRows, type PollRow, type PollState } from './queries.ts';

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

type Actor = Pick<Viewer, 'id' | 'role'>;

/** Not even organisers vote in a locked topic. */
const mayVote = ({ is_closed, is_locked }: { is_closed: boolean; is_locked: boolean }): boolean => !is_closed && !is_locked;

/** Counts stay hidden until the viewer voted or voting ended, so that they do not influence the vote. */
const maySeeCounts = (poll: { is_closed: boolean; is_locked: boolean; mine: readonly string[] }): boolean =>
  poll.mine.length > 0 || !mayVote(poll);

/** The author sees voters no earlier than others. */
const maySeeVoters = ({ is_closed }: { is_closed: boolean }): boolean => is_closed;

export const mayClosePoll = (viewer: Actor, authorId: string | null): boolean => authorId === viewer.id || viewer.role !== 'member';

interface VotersQuery {
  choice: string;
  per_page: number;
  cursor?: string | undefined;
}

export async function listVoters(
  context: Context,
  viewer: Viewer,
  topicId: string,
  postId: string,
  { choice: choiceId, ...paging }: VotersQuery,
): Promise<{ data: Author[]; meta: ListMeta }> {
  const before = idAfter(paging.cursor);
  const pollState = await requirePoll(context, viewer, topicId, postId);
  if (!maySeeVoters(pollState)) throw new Refusal('forbidden', 'pollVotersSecret');
  const poll = (await readPolls(context, viewer, [{ id: postId }], pollState)).get(postId);
  const choice = poll?.choices.find(({ id }) => id === choiceId);
  if (!choice) throw notFound('pollChoiceNotFound');
  const rows = await listVoterRows(context.db, viewer.id, choiceId, { before, limit: literalLimit(paging.per_page + 1) });
  const { shown, meta } = pageOf(rows, paging, choice.votes_count ?? 0, ({ author_id }) => author_id);
  return { data: shown.map(viewAuthor), meta };
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
