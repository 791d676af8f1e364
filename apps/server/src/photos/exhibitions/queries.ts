import type { exhibitionStates, listExhibitions } from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Statements } from '../../platform/db/database.ts';
import type { Change, Row } from '../../platform/db/table.ts';
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
import { exhibitions, type exhibitionWorks } from '../table.ts';

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

/** Returns 0 if the member curates too many. Requires a lock of the member. */
export const addExhibition = (
  tx: Statements,
  { id, memberId, title, body, html }: { id: string; memberId: string; title: string; body: string; html: string },
): Promise<number> =>
  tx.run(
    `with added as (
            insert into exhibitions (id, title, body, body_html)
            select $1, $3, $4, $5
             where (select count(*) from exhibition_curators where member_id = $2 and accepted_at is not null) < ${limits.exhibitions}
            returning id)
     insert into exhibition_curators (exhibition_id, member_id, accepted_at) select id, $2, now() from added`,
    [id, memberId, title, body, html],
  );

const editable = exhibitions.pick('title', 'body', 'body_html', 'opens_at', 'closes_at', 'topic_id', 'rooms');

/**
 * Edits an exhibition in one statement. `photoIds` are all placed works; undefined keeps them. Deletes the others except declined ones, and
 * adds new ones: the curator's own works are accepted. Returns the authors to ask, or nothing if the exhibition was edited since `version`.
 */
export const setExhibition = (
  tx: Statements,
  memberId: string,
  id: string,
  { version, photoIds, ...change }: Change<typeof editable> & { version: number; photoIds: readonly string[] | undefined },
): Promise<{ asked_ids: string[] } | undefined> =>
  tx.row(
    `with changed as (
            update exhibitions e set ${editable.set('e', '$4')}, revision = revision + 1
             where e.id = $2 and e.revision = $3 and ${exhibitionThere('e')}
               and exists (select from exhibition_curators c where c.exhibition_id = e.id and c.member_id = $1 and c.accepted_at is not null)
            returning e.id),
          gone as (
            delete from exhibition_works w using changed
             where $5::uuid[] is not null and w.exhibition_id = changed.id and w.photo_id <> all ($5) and w.state <> 'declined'),
          added as (
            insert into exhibition_works (exhibition_id, photo_id, member_id, state)
            select changed.id, p.id, p.member_id, case when p.member_id = $1 then 'accepted' else 'requested' end
              from changed, photos p join members m on m.id = p.member_id where p.id = any ($5) and ${photoReaches('$1', 'p', 'm')}
                on conflict do nothing returning member_id, state)
     select array(select distinct member_id from added where state = 'requested') as asked_ids from changed`,
    [memberId, id, version, editable.record(change), photoIds ?? null],
  );

/** Deletes an exhibition by its only curator. */
export const removeExhibition = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(
    `delete from exhibitions e where e.id = $2 and ${exhibitionThere('e')} and exists (
       select from exhibition_curators c where c.exhibition_id = e.id and c.accepted_at is not null
       having bool_and(c.member_id = $1))`,
    [memberId, id],
  );

/** Deletes exhibitions that only this member curates. */
export const removeExhibitionsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from exhibitions where id in (
       select c.exhibition_id from exhibition_curators c
        where c.member_id = $1 and c.accepted_at is not null
          and not exists (select from exhibition_curators other
                           where other.exhibition_id = c.exhibition_id and other.member_id <> $1 and other.accepted_at is not null)
        limit 50)`,
    [memberId],
  );

/** Locks an exhibition while its curators change, so that they stay within the limit and at least one remains. */
export const lockExhibition = (tx: Statements, id: string): Promise<{ id: string } | undefined> =>
  tx.row('select id from exhibitions where id = $1 for no key update', [id]);

interface Invited {
  is_member: boolean;
  /** The member curates or was invited before. */
  was_in: boolean;
  is_added: boolean;
}

/** Invites a member whom the viewer can see. Requires a lock of the exhibition. */
export const addCurator = async (tx: Statements, viewerId: string, id: string, memberId: string): Promise<Invited> =>
  (await tx.row<Invited>(
    `with invited as (
            select m.id from members m where m.id = $3 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}),
          before as (
            select count(*) as curators_count, coalesce(bool_or(c.member_id = $3), false) as was_in
              from exhibition_curators c where c.exhibition_id = $2),
          added as (
            insert into exhibition_curators (exhibition_id, member_id)
            select $2, invited.id from invited, before where not was_in and curators_count < ${limits.exhibitionCurators} returning member_id)
     select exists (select from invited) as is_member, was_in, exists (select from added) as is_added from before`,
    [viewerId, id, memberId],
  ))!;

/** Returns 0 if the member is not invited. */
export const setCuratorAccepted = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run('update exhibition_curators set accepted_at = coalesce(accepted_at, now()) where exhibition_id = $2 and member_id = $1', [
    memberId,
    id,
  ]);

/** Deletes an invitation. Returns 0 if there is none. */
export const removeInvitation = (tx: Statements, id: string, memberId: string): Promise<number> =>
  tx.run('delete from exhibition_curators where exhibition_id = $1 and member_id = $2 and accepted_at is null', [id, memberId]);

/** Ends a member's curating or invitation. Returns 0 for the only curator. Requires a lock of the exhibition. */
export const removeOwnCurating = (tx: Statements, memberId: string, id: string): Promise<number> =>
  tx.run(
    `delete from exhibition_curators c where c.exhibition_id = $2 and c.member_id = $1
        and (c.accepted_at is null or exists (select from exhibition_curators other
              where other.exhibition_id = c.exhibition_id and other.member_id <> $1 and other.accepted_at is not null))`,
    [memberId, id],
  );

/** Returns 0 if the post is not a work by the member. */
export const setWorkState = (db: Statements, memberId: string, id: string, photoId: string, isAccepted: boolean): Promise<number> =>
  db.run(
    `update exhibition_works set state = case when $4::boolean then 'accepted' else 'declined' end
      where exhibition_id = $2 and photo_id = $3 and member_id = $1`,
    [memberId, id, photoId, isAccepted],
  );

export const setAnnounced = (db: Statements, id: string): Promise<number> =>
  db.run('update exhibitions set announced_at = now() where id = $1 and announced_at is null', [id]);

/** Removes an exhibition that the viewer does not curate, as an organiser, or restores it. Returns the first curator. */
export const setExhibitionRemoved = (
  tx: Statements,
  viewerId: string,
  id: string,
  isRemoved: boolean,
): Promise<{ owner_id: string } | undefined> =>
  tx.row(
    `update exhibitions e set removed_at = case when $3 then now() end
      where e.id = $2 and ${exhibitionThere('e')} = $3 and not exists (
        select from exhibition_curators mine where mine.exhibition_id = e.id and mine.member_id = $1 and mine.accepted_at is not null)
     returning (select c.member_id from exhibition_curators c where c.exhibition_id = e.id and c.accepted_at is not null
                 order by c.accepted_at, c.member_id limit 1) as owner_id`,
    [viewerId, id, isRemoved],
  );
