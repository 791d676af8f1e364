import type { challengeStates } from '@mbari/contract/photos/challenges';
import type { Award } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, Row } from '../../platform/db/table.ts';
import { challengeState, entryAwarded, entryCounts, feedbackRead, mayEnter, mayVote } from '../../platform/visibility/challenges.ts';
import { forumPostsCounted, topicListed } from '../../platform/visibility/forum.ts';
import { photoKept, photoListed, reachesAll } from '../../platform/visibility/photos.ts';
import { challengeEntries, challenges, images } from '../table.ts';

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

const shownOfImage = images.pick('id', 'width', 'height', 'color', 'thumbhash', 'widths', 'avif_widths', 'webp_bytes');

export interface Entered {
  is_running: boolean;
  may_enter: boolean;
  was_in: boolean;
  is_full: boolean;
  entries_each: number;
  has_used_all: boolean;
  /** Null: not a post of the member. */
  may_be_shown: boolean | null;
  is_added: boolean;
}

/** Enters the first image of a member's post. Requires a lock of the challenge. A new post is scheduled for the end of voting. */
export const addEntry = async (tx: Statements, memberId: string, challengeId: string, photoId: string): Promise<Entered> =>
  (await tx.row<Entered>(
    `with asked as (
            select c.id, ${challengeState('c')} = 'running' as is_running, ${mayEnter('c', 'me')} as may_enter, c.entries_each, c.voting_end_at,
                   count(e.id) >= ${limits.challengeEntries} as is_full, count(e.id) filter (where e.member_id = $1) >= c.entries_each as has_used_all,
                   coalesce(bool_or(e.photo_id = $3), false) as was_in
              from challenges c join members me on me.id = $1 left join challenge_entries e on e.challenge_id = c.id
             where c.id = $2 group by c.id, me.id),
          post as (
            select p.id, pi.image_id, p.deleted_at is null and p.archived_at is null and p.warning is null and ${reachesAll('p', 'm')}
                     and (p.is_there or p.publish_at = asked.voting_end_at) as may_be_shown
              from asked, photos p join members m on m.id = p.member_id join photo_images pi on pi.photo_id = p.id and pi.position = 0
             where p.id = $3 and p.member_id = $1),
          added as (
            insert into challenge_entries (challenge_id, photo_id, image_id, member_id)
            select asked.id, post.id, post.image_id, $1 from asked, post
             where is_running and may_enter and not was_in and not is_full and not has_used_all and may_be_shown returning id)
     select is_running, may_enter, was_in, is_full, entries_each, has_used_all, post.may_be_shown, exists (select from added) as is_added
       from asked left join post on true`,
    [memberId, challengeId, photoId],
  ))!;

/** Withdraws an own entry before the end of voting. Requires a lock of the challenge. */
export const removeEntry = (tx: Statements, memberId: string, challengeId: string, entryId: string): Promise<number> =>
  tx.run('delete from challenge_entries where id = $3 and challenge_id = $2 and member_id = $1', [memberId, challengeId, entryId]);

interface EntryImageRow extends Row<typeof shownOfImage> {
  entry_id: string;
  alt: string;
}

export interface OwnEntryRow extends EntryImageRow {
  photo_id: string;
  title: string;
  counts: boolean;
  feedback: { id: string; text: string }[];
}

export const listOwnEntries = (db: Statements, memberId: string, challengeId: string): Promise<OwnEntryRow[]> =>
  db.rows(
    `select e.id as entry_id, e.photo_id, p.title, coalesce(pi.alt, '') as alt, ${shownOfImage.of('i')}, ${entryCounts('e', 'p', 'm')} as counts,
            (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'text', f.text) order by f.id), '[]') from (
               select f.id, f.text from challenge_feedback f join challenges c on c.id = $2 join members voter on voter.id = f.member_id
                where f.entry_id = e.id and ${feedbackRead('$1', 'f', 'voter', 'e', 'c')} order by f.created_at desc limit ${limits.challengeFeedbackShown}) f) as feedback
       from challenge_entries e join photos p on p.id = e.photo_id and ${photoKept('p')} join members m on m.id = p.member_id
       join images i on i.id = e.image_id and i.deleted_at is null
       left join photo_images pi on pi.photo_id = p.id and pi.image_id = e.image_id
      where e.challenge_id = $2 and e.member_id = $1 order by e.entered_at, e.id limit ${limits.challengeEntriesEach}`,
    [memberId, challengeId],
  );

/** Images of entries in a challenge that is voted on. The caller got the ids from the viewer's votes. */
export const listEntryImages = (db: Statements, ids: readonly string[]): Promise<EntryImageRow[]> =>
  db.rows(
    `select e.id as entry_id, pi.alt, ${shownOfImage.of('i')}
       from unnest($1::uuid[]) as input(id) join challenge_entries e on e.id = input.id
       join photos p on p.id = e.photo_id join members m on m.id = e.member_id
       join images i on i.id = e.image_id and i.deleted_at is null
       join photo_images pi on pi.photo_id = e.photo_id and pi.image_id = e.image_id
      where ${entryCounts('e', 'p', 'm')}`,
    [ids],
  );

const result = challengeEntries.pick('id', 'photo_id', 'place', 'score', 'low', 'high', 'tally', 'mention');

export type ResultRow = Row<typeof result> & { [Key in 'score' | 'low' | 'high' | 'rank']: number } & { tally: number[] };

/** Lists the results with posts that the viewer may list. */
export const listResultRows = (
  db: Statements,
  viewerId: string,
  challengeId: string,
  after: { rank: number; id: string },
  limit: 21 | 51,
): Promise<ResultRow[]> =>
  db.rows(
    `select ${result.of('e')}, ${resultRank('e')} as rank from challenge_entries e join photos p on p.id = e.photo_id join members m on m.id = e.member_id
      where e.challenge_id = $2 and e.tally is not null and (${resultRank('e')}, e.id) > ($3::float8, $4::uuid) and ${photoListed('$1', 'p', 'm')}
      order by ${resultRank('e')}, e.id limit ${limit}`,
    [viewerId, challengeId, after.rank, after.id],
  );

/** Lists the results of the viewer's entries, with posts that the viewer may list. */
export const listOwnResultRows = (db: Statements, viewerId: string, challengeId: string): Promise<ResultRow[]> =>
  db.rows(
    `select ${result.of('e')}, ${resultRank('e')} as rank from challenge_entries e join photos p on p.id = e.photo_id join members m on m.id = e.member_id
      where e.challenge_id = $2 and e.member_id = $1 and e.tally is not null and ${photoListed('$1', 'p', 'm')}
      order by ${resultRank('e')}, e.id limit ${limits.challengeEntriesEach}`,
    [viewerId, challengeId],
  );

/** Counts the entries with a place in each twentieth of the scale, the first one from `low`. */
export const listScoreCounts = (
  db: Statements,
  challengeId: string,
  { low, high }: { low: number; high: number },
): Promise<{ twentieth: number; count: number }[]> =>
  db.rows(
    `select least(width_bucket(e.score, $2, $3, 20), 20) as twentieth, count(*)::int as count from challenge_entries e
      where e.challenge_id = $1 and e.place is not null group by 1 limit 20`,
    [challengeId, low, high],
  );

/** Returns 0 if the challenge has no results or no such entry. */
export const setMention = (tx: Statements, challengeId: string, entryId: string, text: string): Promise<number> =>
  tx.run(
    `update challenge_entries e set mention = nullif($3, '') from challenges c
      where e.id = $2 and e.challenge_id = $1 and c.id = $1 and c.counted_at is not null`,
    [challengeId, entryId, text],
  );

/** Challenges in which a post won or was mentioned, newest first. The caller has checked that the viewer may see it. */
export const listAwardsOfPhoto = (db: Statements, photoId: string): Promise<Award[]> =>
  db.rows(
    `select c.id as challenge_id, c.title, case when e.place <= 3 then e.place end as place
       from challenge_entries e join challenges c on c.id = e.challenge_id
      where e.photo_id = $1 and ${entryAwarded('e', 'c')} order by c.voting_end_at desc limit 10`,
    [photoId],
  );
