import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { forumPostVisible, topicThere, voteListed, votersCounted, votesCounted } from '../../platform/visibility/forum.ts';
import { forumPollChoices, forumPolls } from '../table.ts';

const writtenPoll = forumPolls.pick('post_id', 'question', 'several', 'closes_at');
const newChoice = forumPollChoices.pick('id', 'post_id', 'position', 'text');

export interface NewPoll extends Row<typeof writtenPoll> {
  choices: readonly { id: string; text: string }[];
}

export const addPolls = (tx: Statements, polls: readonly NewPoll[]): Promise<number> => {
  const choices = polls.flatMap(({ post_id, choices: own }) => own.map((choice, index) => ({ ...choice, post_id, position: index + 1 })));
  return tx.run(
    `with polls as (
            insert into forum_polls (${writtenPoll.names}) select ${writtenPoll.names} from ${writtenPoll.fromAll('$1')} returning post_id)
     insert into forum_poll_choices (${newChoice.names})
     select ${newChoice.of('c')} from ${newChoice.fromAll('$2')} c join polls on polls.post_id = c.post_id`,
    [writtenPoll.records(polls), newChoice.records(choices)],
  );
};

export interface PollRow extends Row<typeof writtenPoll> {
  author_id: string | null;
  is_closed: boolean;
  voters_count: number;
  choices: { id: string; text: string; votes_count: number }[];
  mine: string[];
}

const isClosedColumn = (q: string): string => `coalesce(${q}.closes_at <= now(), false)`;

/** Includes counts hidden from the viewer. The caller must have checked that the viewer may read the posts. */
export const listPollRows = (db: Statements, viewerId: string, postIds: readonly string[]): Promise<PollRow[]> =>
  db.rows(
    `select ${writtenPoll.of('q')}, p.author_id, ${isClosedColumn('q')} as is_closed, ${votersCounted('$1', 'q')} as voters_count,
            (select jsonb_agg(jsonb_build_object('id', c.id, 'text', c.text, 'votes_count', ${votesCounted('$1', 'c')}) order by c.position)
               from forum_poll_choices c where c.post_id = q.post_id) as choices,
            array(select v.choice_id from forum_poll_votes v join forum_poll_choices c on c.id = v.choice_id
                   where v.post_id = q.post_id and v.member_id = $1 order by c.position) as mine
       from forum_polls q join forum_posts p on p.id = q.post_id where q.post_id = any($2::uuid[])`,
    [viewerId, postIds],
  );

export interface PollState {
  author_id: string | null;
  several: boolean;
  is_closed: boolean;
  is_locked: boolean;
  choice_ids: string[];
}

/** Uses `clock_timestamp()`, because `now()` is the transaction's start, which may precede a wait for a lock. */
export const findPoll = (db: Statements, viewerId: string, topicId: string, postId: string): Promise<PollState | undefined> =>
  db.row(
    `select p.author_id, q.several, coalesce(q.closes_at <= clock_timestamp(), false) as is_closed, t.locked_at is not null as is_locked,
            array(select c.id from forum_poll_choices c where c.post_id = q.post_id) as choice_ids
       from forum_polls q join forum_posts p on p.id = q.post_id join forum_topics t on t.id = p.topic_id
      where q.post_id = $3 and t.id = $2 and ${topicThere('t')} and ${forumPostVisible('$1', 'p')}`,
    [viewerId, topicId, postId],
  );

/** Blocks other votes until the transaction ends. Locks the member first, like every forum writer. The next statement sees earlier votes. */
export const lockPoll = (tx: Statements, viewerId: string, postId: string): Promise<{ post_id: string } | undefined> =>
  tx.row(
    `with me as materialized (select id from members where id = $1 and is_live for share)
     select q.post_id from me, forum_polls q where q.post_id = $2 for no key update of q`,
    [viewerId, postId],
  );

/** Replaces the member's votes in a locked poll. Adjusts counts by the written rows, and counts uncounted votes of a returned member. */
export const replaceVotes = (tx: Statements, memberId: string, postId: string, choiceIds: readonly string[]): Promise<number> =>
  tx.run(
    `with before as materialized (
            select exists (select from forum_poll_votes where post_id = $2 and member_id = $1 and is_counted)::int as voters),
          removed as (
            delete from forum_poll_votes where post_id = $2 and member_id = $1 and choice_id <> all($3::uuid[]) returning choice_id, is_counted),
          counted_again as (
            update forum_poll_votes set is_counted = true
             where post_id = $2 and member_id = $1 and choice_id = any($3::uuid[]) and not is_counted returning choice_id),
          added as (
            insert into forum_poll_votes (post_id, choice_id, member_id)
            select c.post_id, c.id, $1 from forum_poll_choices c where c.post_id = $2 and c.id = any($3::uuid[])
            on conflict do nothing returning choice_id),
          steps as (
            select choice_id, -1 as step from removed where is_counted
            union all select choice_id, 1 from counted_again union all select choice_id, 1 from added),
          counted as (update forum_poll_choices c set votes_count = c.votes_count + steps.step from steps where c.id = steps.choice_id)
     update forum_polls q set voters_count = q.voters_count + (cardinality($3::uuid[]) > 0)::int - before.voters
       from before where q.post_id = $2 and before.voters <> (cardinality($3::uuid[]) > 0)::int`,
    [memberId, postId, choiceIds],
  );

/** Returns 0 if the poll is closed. */
export const markPollClosed = (tx: Statements, postId: string): Promise<number> =>
  tx.run(`update forum_polls q set closes_at = now() where q.post_id = $1 and not ${isClosedColumn('q')}`, [postId]);

export const listVoterRows = (
  db: Statements,
  viewerId: string,
  choiceId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<AuthorRow[]> =>
  db.rows(
    `select ${authorColumns('m')} from forum_poll_votes v join members m on m.id = v.member_id
      where v.choice_id = $2 and v.member_id < $3 and ${voteListed('$1', 'v')} order by v.member_id desc limit ${limit}`,
    [viewerId, choiceId, before],
  );

/** Deletes 500 votes. No count includes them. */
export const deleteVotesOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from forum_poll_votes where (post_id, member_id, choice_id) in (
       select post_id, member_id, choice_id from forum_poll_votes where member_id = $1 limit 500)`,
    [memberId],
  );
