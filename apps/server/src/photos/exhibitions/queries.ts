import type { exhibitionStates, listExhibitions } from '@mbari/contract/photos/exhibitions';
import type { z } from 'zod';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import {
  exhibitionListed,
  exhibitionPublic,
  exhibitionThere,
  exhibitionVisible,
  hasOpened,
  roomsVisible,
  workPublic,
  workVisible,
} from '../../platform/visibility/exhibitions.ts';
import { forumPostsCounted, topicListed } from '../../platform/visibility/forum.ts';
import { memberShownToVisitors, memberVisible } from '../../platform/visibility/members.ts';
import { photoReaches, warningListed } from '../../platform/visibility/photos.ts';
import type { exhibitionWorks } from '../table.ts';
import { exhibitions } from '../table.ts';

const hasClosed = 'coalesce(e.closes_at <= now(), false)';

const state = `case when e.opens_at is null then 'draft' when not ${hasOpened('e')} then 'coming' when ${hasClosed} then 'past' else 'open' end`;

/** Works in the curators' order, with the post `p` by `o`. */
const placedWorks = `jsonb_path_query(e.rooms, '$[*].items[*].photo_id') with ordinality placed(id, n)
  join exhibition_works w on w.exhibition_id = e.id and w.photo_id = (placed.id #>> '{}')::uuid
  join photos p on p.id = w.photo_id join members o on o.id = w.member_id`;

const curatorOf = (e: string, viewer: string): string =>
  `exists (select from exhibition_curators me where me.exhibition_id = ${e}.id and me.member_id = ${viewer} and me.accepted_at is not null)`;

const alone = (e: string, member: string): string =>
  `not exists (select from exhibition_curators other
                where other.exhibition_id = ${e}.id and other.member_id <> ${member} and other.accepted_at is not null)`;

const shown = exhibitions.pick('id', 'title', 'body', 'body_html', 'opens_at', 'closes_at', 'rooms', 'created_at', 'revision');

interface WorkRow extends Pick<Row<typeof exhibitionWorks>, 'photo_id' | 'state'> {
  /** Null for visitors. */
  is_own: boolean | null;
}

export interface ExhibitionRow extends Row<typeof shown> {
  state: (typeof exhibitionStates)[number];
  /** Placed works that the viewer may see, in order. */
  works: WorkRow[];
  sees_rooms: boolean;
  is_curator: boolean;
  is_only_curator: boolean;
  is_invited: boolean;
  guest_book: { topic_id: string; slug: string; entries_count: number } | null;
}

/** Columns of `ExhibitionRow` for the viewer `$1`, who may be null. `mayBeSeen`: SQL condition on the work `w`, its post `p` and author `o`. */
const columns = (mayBeSeen: string): string =>
  `${shown.of('e')}, ${state} as state, coalesce(${roomsVisible('$1', 'e')}, false) as sees_rooms, ${curatorOf('e', '$1')} as is_curator,
   (${curatorOf('e', '$1')} and ${alone('e', '$1')}) as is_only_curator,
   exists (select from exhibition_curators c where c.exhibition_id = e.id and c.member_id = $1 and c.accepted_at is null) as is_invited,
   (select coalesce(jsonb_agg(jsonb_build_object('photo_id', w.photo_id, 'state', w.state, 'is_own', w.member_id = $1) order by placed.n), '[]')
      from ${placedWorks} where ${mayBeSeen}) as works,
   (select jsonb_build_object('topic_id', t.id, 'slug', t.slug, 'entries_count', greatest(${forumPostsCounted('$1', 't')} - 1, 0))
      from forum_topics t where t.id = e.topic_id and ${topicListed('$1', 't')}) as guest_book`;

export const findExhibition = (db: Statements, viewerId: string, id: string): Promise<ExhibitionRow | undefined> =>
  db.row(`select ${columns(workVisible('$1', 'w', 'p', 'o'))} from exhibitions e where e.id = $2 and ${exhibitionVisible('$1', 'e')}`, [
    viewerId,
    id,
  ]);

/** Returns the exhibition as visitors see it. */
export const findPublicExhibition = (db: Statements, id: string): Promise<ExhibitionRow | undefined> =>
  db.row(`select ${columns(workPublic('w', 'p', 'o'))} from exhibitions e where e.id = $2 and ${exhibitionPublic('e')}`, [null, id]);

const listed = exhibitions.pick('id', 'title', 'opens_at', 'closes_at');

export interface ListedRow extends Row<typeof listed>, Pick<ExhibitionRow, 'state'> {
  works_count: number;
  /** First work that the viewer may see. */
  cover_id: string | null;
  cursor: string;
}

type ListState = z.output<typeof listExhibitions.shape.query>['state'];

const newestFirst = { key: 'e.opens_at', order: 'desc', after: '<' };

const curatedNow = `e.id in (select c.exhibition_id from exhibition_curators c where c.member_id = $1 and c.accepted_at is not null)
  and not ${hasClosed} and ${exhibitionThere('e')}`;

/** Returns true if the member curates an exhibition that has not closed. */
export const curatesNow = async (db: Statements, memberId: string): Promise<boolean> =>
  (await db.row<{ curates: boolean }>(`select exists (select from exhibitions e where ${curatedNow}) as curates`, [memberId]))?.curates ===
  true;

/** SQL: the exhibitions of each list, the time by which they are ordered, and the comparison with the position before a page. */
const lists: Record<ListState, { which: string; key: string; order: string; after: string }> = {
  open: { which: `${hasOpened('e')} and not ${hasClosed} and ${exhibitionListed('$1', 'e')}`, ...newestFirst },
  past: { which: `${hasOpened('e')} and ${hasClosed} and ${exhibitionListed('$1', 'e')}`, ...newestFirst },
  coming: { which: `e.opens_at > now() and ${exhibitionListed('$1', 'e')}`, key: 'e.opens_at', order: 'asc', after: '>' },
  mine: {
    which: `e.id in (select c.exhibition_id from exhibition_curators c where c.member_id = $1
                     union select asked.exhibition_id from exhibition_works asked where asked.member_id = $1) and ${exhibitionVisible('$1', 'e')}`,
    ...newestFirst,
    key: 'e.created_at',
  },
  curated: { which: curatedNow, ...newestFirst, key: 'e.created_at' },
};

/** `after`: exclusive start. */
export const listExhibitionRows = (
  db: Statements,
  viewerId: string,
  listState: ListState,
  { after, limit }: { after: { time: string; id: string }; limit: 21 | 51 },
): Promise<ListedRow[]> =>
  db.rows(
    `select ${listed.of('e')}, ${state} as state, to_char(${lists[listState].key} at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || e.id as cursor,
            seen.works_count, seen.cover_id
       from exhibitions e
       cross join lateral (
         select count(*)::int as works_count, (array_agg(w.photo_id order by placed.n))[1] as cover_id from ${placedWorks}
          where ${roomsVisible('$1', 'e')} and w.state = 'accepted' and ${photoReaches('$1', 'p', 'o')} and ${warningListed('$1', 'p')}) seen
      where ${lists[listState].which} and (${lists[listState].key}, e.id) ${lists[listState].after} ($2::timestamptz, $3::uuid)
      order by ${lists[listState].key} ${lists[listState].order}, e.id ${lists[listState].order} limit ${limit}`,
    [viewerId, after.time, after.id],
  );

export interface CuratorRow extends AuthorRow {
  exhibition_id: string;
  is_invited: boolean;
}

/** Lists curators and invited members, the first to join first. A null viewer is a visitor. */
export const listCurators = (db: Statements, viewerId: string | null, exhibitionIds: readonly string[]): Promise<CuratorRow[]> =>
  db.rows(
    `select c.exhibition_id, c.accepted_at is null as is_invited, ${authorColumns('m')}
       from exhibition_curators c join members m on m.id = c.member_id
      where c.exhibition_id = any ($2) and ${memberVisible('$1', 'm')} and ($1::uuid is not null or (${memberShownToVisitors('m')}))
      order by c.accepted_at, m.id limit 1000`,
    [viewerId, exhibitionIds],
  );

/** Works that the curator cannot see. An edit keeps them. */
export const listHiddenWorks = async (db: Statements, viewerId: string, id: string): Promise<string[]> =>
  (
    await db.rows<{ photo_id: string }>(
      `select w.photo_id from exhibition_works w join photos p on p.id = w.photo_id join members o on o.id = w.member_id
        where w.exhibition_id = $2 and (${workVisible('$1', 'w', 'p', 'o')}) is not true limit 1000`,
      [viewerId, id],
    )
  ).map(({ photo_id }) => photo_id);

/** Returns nothing if the viewer may not list the topic. */
export const findGuestBook = (db: Statements, viewerId: string, topicId: string): Promise<{ id: string } | undefined> =>
  db.row(`select t.id from forum_topics t where t.id = $2 and ${topicListed('$1', 't')}`, [viewerId, topicId]);

/** Exhibitions that opened without a notification. */
export const listUnannounced = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select e.id from exhibitions e where e.opens_at <= now() and e.announced_at is null and ${exhibitionThere('e')} order by e.opens_at limit 20`,
  );
