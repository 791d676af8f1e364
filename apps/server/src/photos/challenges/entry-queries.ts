import type { Award } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { challengeState, entryAwarded, entryCounts, feedbackRead, mayEnter } from '../../platform/visibility/challenges.ts';
import { photoKept, photoListed, reachesAll } from '../../platform/visibility/photos.ts';
import { challengeEntries, images } from '../table.ts';
import { resultRank } from './queries.ts';

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
