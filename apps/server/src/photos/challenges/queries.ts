import type { challengeStates } from '@mbari/contract/photos/challenges';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, Row } from '../../platform/db/table.ts';
import { challengeState, mayEnter, mayVote } from '../../platform/visibility/challenges.ts';
import { forumPostsCounted, topicListed } from '../../platform/visibility/forum.ts';
import { photoListed } from '../../platform/visibility/photos.ts';
import { challenges } from '../table.ts';

type State = (typeof challengeStates)[number];

const listed = challenges.pick('id', 'title', 'starts_at', 'entries_end_at', 'voting_end_at');

interface ListedRow extends Row<typeof listed> {
  state: State;
  entries_count: number;
  /** The post of the brief's picture, or in `results` that of the first entry that the viewer may see. */
  shown_id: string | null;
}

/** SQL: orders the results, best first; without a ranking, they are in random order. The index `challenge_entries_place` has it. */
export const resultRank = (e: string): string => `case when ${e}.place is null then 0 else -${e}.score end`;

const listedColumns = `${listed.of('c')}, ${challengeState('c')} as state,
  (select count(*)::int from challenge_entries e where e.challenge_id = c.id) as entries_count,
  coalesce(
    (select p.id from photos p join members m on m.id = p.member_id where p.id = c.cover_id and ${photoListed('$1', 'p', 'm')}),
    (select e.photo_id from challenge_entries e join photos p on p.id = e.photo_id join members m on m.id = p.member_id
      where e.challenge_id = c.id and c.counted_at is not null and ${photoListed('$1', 'p', 'm')}
      order by ${resultRank('e')}, e.id limit 1)) as shown_id`;

export type ListedChallengeRow = ListedRow & { cursor: string };

/** SQL: the challenges of each list, and their order by the end of voting. */
const lists = {
  current: { which: 'c.counted_at is null', order: 'asc', after: '>' },
  past: { which: 'c.counted_at is not null', order: 'desc', after: '<' },
};

/** `after`: exclusive start. */
export const listChallengeRows = (
  db: Statements,
  viewerId: string,
  list: keyof typeof lists,
  { after, limit }: { after: { time: string; id: string }; limit: 21 | 51 },
): Promise<ListedChallengeRow[]> =>
  db.rows(
    `select ${listedColumns}, to_char(c.voting_end_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || c.id as cursor from challenges c
      where ${lists[list].which} and (c.voting_end_at, c.id) ${lists[list].after} ($2::timestamptz, $3::uuid)
      order by c.voting_end_at ${lists[list].order}, c.id ${lists[list].order} limit ${limit}`,
    [viewerId, after.time, after.id],
  );

const read = challenges.pick(
  'body',
  'body_html',
  'rules',
  'cover_id',
  'entries_each',
  'open_to',
  'method',
  'created_at',
  'revision',
  'votes_count',
);

export interface ChallengeRow extends ListedRow, Row<typeof read> {
  topic: { id: string; slug: string; posts_count: number } | null;
  may_enter: boolean;
  may_vote: boolean;
  /** Votes of the viewer. */
  voted_count: number;
}

export const findChallenge = (db: Statements, viewerId: string, id: string): Promise<ChallengeRow | undefined> =>
  db.row(
    `select ${listedColumns}, ${read.of('c')}, ${mayEnter('c', 'me')} as may_enter, ${mayVote('c', 'me')} as may_vote,
            (select count(*)::int from challenge_votes v where v.challenge_id = c.id and v.member_id = $1 and v.choice is not null) as voted_count,
            (select jsonb_build_object('id', t.id, 'slug', t.slug, 'posts_count', ${forumPostsCounted('$1', 't')})
               from forum_topics t where t.id = c.topic_id and ${topicListed('$1', 't')}) as topic
       from challenges c join members me on me.id = $1 where c.id = $2`,
    [viewerId, id],
  );

const brief = challenges.pick(
  'title',
  'body',
  'body_html',
  'rules',
  'cover_id',
  'starts_at',
  'entries_end_at',
  'voting_end_at',
  'entries_each',
  'open_to',
  'method',
);

/** Adds the same brief under each id and title, each `every` after the one before. */
export const addChallenges = (
  tx: Statements,
  memberId: string,
  { ids, titles, every, ...added }: Omit<Row<typeof brief>, 'title'> & { ids: readonly string[]; titles: readonly string[]; every: string },
): Promise<number> =>
  tx.run(
    `insert into challenges (id, member_id, ${brief.names})
     select g.id, $1, g.title, b.body, b.body_html, b.rules, b.cover_id, b.starts_at + (g.n - 1) * $5::interval,
            b.entries_end_at + (g.n - 1) * $5::interval, b.voting_end_at + (g.n - 1) * $5::interval, b.entries_each, b.open_to, b.method
       from unnest($2::uuid[], $3::text[]) with ordinality as g(id, title, n), ${brief.from('$4')} b`,
    [memberId, ids, titles, brief.record({ ...added, title: '' }), every],
  );

const edited = challenges.pick(...brief.keys, 'topic_id');
export type BriefChange = Change<typeof edited>;

const fixed = challenges.pick('starts_at', 'entries_end_at', 'voting_end_at', 'entries_each', 'open_to', 'method');
export type FixedFields = Row<typeof fixed>;

/** Locks the challenge. `has_started`: its times, participants and method are fixed. */
export const lockChallenge = (
  tx: Statements,
  id: string,
): Promise<(FixedFields & { title: string; revision: number; has_started: boolean; has_ended: boolean }) | undefined> =>
  tx.row(
    `select ${fixed.of('c')}, c.title, c.revision, c.starts_at <= now() as has_started, c.voting_end_at <= now() as has_ended from challenges c where c.id = $1 for no key update`,
    [id],
  );

export const setChallenge = (tx: Statements, id: string, change: BriefChange): Promise<number> =>
  tx.run(`update challenges c set ${edited.set('c', '$2')}, revision = revision + 1 where c.id = $1`, [id, edited.record(change)]);

export const removeChallenge = (tx: Statements, id: string): Promise<{ title: string } | undefined> =>
  tx.row('delete from challenges where id = $1 returning title', [id]);

/** Challenges of whose start or results members were not notified. */
export const listUnannounced = (db: Statements): Promise<{ id: string; type: 'challenge_started' | 'challenge_results' }[]> =>
  db.rows(
    `select c.id, case when c.announced_at is null then 'challenge_started' else 'challenge_results' end as type from challenges c
      where (c.announced_at is null and c.starts_at <= now()) or (c.results_announced_at is null and c.counted_at is not null)
      order by c.starts_at limit 20`,
  );

/** Returns 0 if another node was first. */
export const setAnnounced = (db: Statements, id: string, type: 'challenge_started' | 'challenge_results'): Promise<number> =>
  db.run(
    `update challenges set announced_at = coalesce(announced_at, now()), results_announced_at = case when $2 = 'challenge_results' then now() end
      where id = $1 and case when $2 = 'challenge_results' then results_announced_at else announced_at end is null`,
    [id, type],
  );

export const findTopic = (db: Statements, viewerId: string, topicId: string): Promise<{ id: string } | undefined> =>
  db.row(`select t.id from forum_topics t where t.id = $2 and ${topicListed('$1', 't')}`, [viewerId, topicId]);

export const findCover = (db: Statements, viewerId: string, photoId: string): Promise<{ id: string } | undefined> =>
  db.row(`select p.id from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoListed('$1', 'p', 'm')}`, [
    viewerId,
    photoId,
  ]);
