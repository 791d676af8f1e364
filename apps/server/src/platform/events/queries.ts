import type { Watched } from '@mbari/contract/platform/events';
import type { Statements } from '../db/database.ts';
import { type AuthorRow, authorColumns } from '../member-views.ts';
import { commentLikesCounted } from '../visibility/comments.ts';
import { forumAuthorHeard, forumLikesCounted, hiddenAuthors, topicThere } from '../visibility/forum.ts';
import { hidesAnybody, memberHeard, memberVisible } from '../visibility/members.ts';
import { conversationShown } from '../visibility/messages.ts';
import { commentsCounted, likesCounted, photoListed, photoThere, photoVisible, reachesAll } from '../visibility/photos.ts';
import { onlineShown } from '../visibility/profiles.ts';

/** Returns an id of the database and its timeline: after a failover or restore, transaction ids start over. */
export const findIdentity = async (db: Statements): Promise<string> =>
  (await db.row<{ identity: string }>(
    `select left(encode(sha256(convert_to(concat_ws(':', (select system_identifier from pg_control_system()), oid,
                                                    left(pg_walfile_name(pg_current_wal_lsn()), 8)), 'UTF8')), 'hex'), 16) as identity
       from pg_database where datname = current_database()`,
  ))!.identity;

export interface Written {
  snapshot: string;
  written: { memberId: string; by: bigint }[];
  /** Transaction before which the result is incomplete; null if complete. */
  missesBefore: bigint | null;
}

/**
 * Returns the members whose notifications were written since a snapshot (the newest 5,000 rows), and the current snapshot.
 * Skips restored rows whose transaction id is still in the future.
 */
export async function listWritten(db: Statements, since: string | null): Promise<Written> {
  const rows = await db.rows<{ snapshot: string; member_id: string | null; written_by: string }>(
    `select pg_current_snapshot()::text as snapshot, w.member_id, w.written_by::text
       from (select) now left join (
         select n.member_id, n.written_by from notifications n
          where n.written_by >= pg_snapshot_xmin($1::pg_snapshot) and n.written_by < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(n.written_by, $1::pg_snapshot) order by n.written_by desc limit 5000) w on true`,
    [since],
  );
  const writes = rows.flatMap(({ member_id: memberId, written_by: by }) => (memberId === null ? [] : { memberId, by: BigInt(by) }));
  return { snapshot: rows[0]!.snapshot, written: writes, missesBefore: writes.length < 5_000 ? null : writes.at(-1)!.by };
}

export interface ThingAsked {
  viewerId: string;
  kind: Watched;
  id: string;
}

/** Returns requests whose viewer may watch the photo, topic or member: `n` is the request's index from 1, `half` the row's xmin. */
export const listWatchable = (db: Statements, requests: readonly ThingAsked[]) =>
  db.rows<{ n: number; half: string }>(
    `with asked as materialized (
       select * from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as a(viewer_id, kind, id, n))
     select a.n::int as n, p.xmin::text as half
       from asked a join photos p on p.id = a.id join members m on m.id = p.member_id
      where a.kind = 'photo' and ${photoVisible('a.viewer_id', 'p', 'm')}
     union all
     select a.n::int, t.xmin::text from asked a join forum_topics t on t.id = a.id where a.kind = 'topic' and ${topicThere('t')}
     union all
     select a.n::int, '0' from asked a join members m on m.id = a.id where a.kind = 'member' and ${memberVisible('a.viewer_id', 'm')}`,
    [requests.map(({ viewerId }) => viewerId), requests.map(({ kind }) => kind), requests.map(({ id }) => id)],
  );

/** Returns the members who block, mute or are blocked. Counts for these members are read separately. */
export const listHiding = async (db: Statements, memberIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(`select given.id from unnest($1::uuid[]) as given(id) where ${hidesAnybody('given.id')}`, [memberIds])
  ).map(({ id }) => id);

/**
 * Returns the conversations, of each member's newest 20 and newest 20 requests, that may have changed since the transaction `behind`. Reading
 * further back would cost more than an event that is missing for an old conversation.
 */
export const listChangedConversations = (db: Statements, joining: readonly { memberId: string; behind: bigint }[]) =>
  db.rows<{ member_id: string; id: string }>(
    `select given.member_id, c.id
       from unnest($1::uuid[], $2::text[]) as given(member_id, behind)
       cross join lateral (
         (select *, xmin as written_by from conversation_members where member_id = given.member_id and state = 'active'
           order by last_at desc, conversation_id desc limit 20)
         union all
         (select *, xmin as written_by from conversation_members where member_id = given.member_id and state = 'requested'
           order by last_at desc, conversation_id desc limit 20)) cm
       join conversations c on c.id = cm.conversation_id
      where least(age(c.xmin), age(cm.written_by)) <= age(given.behind::xid) and ${conversationShown('given.member_id', 'cm', 'c')}`,
    [joining.map(({ memberId }) => memberId), joining.map(({ behind }) => String(behind % 2n ** 32n))],
  );

export const listPhotosBy = async (db: Statements, memberIds: readonly string[], photoIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>('select p.id from photos p where p.id = any ($2::uuid[]) and p.member_id = any ($1::uuid[])', [
      memberIds,
      photoIds,
    ])
  ).map(({ id }) => id);

/** One forum post, comment or photo (`itemId` null) for one viewer. A null viewer means all viewers who hide nobody. */
export interface ItemAsked {
  viewerId: string | null;
  id: string;
  itemId: string | null;
}

export interface ItemRow {
  n: number;
  is_there: boolean;
  likes_count: number;
  number: number | null;
  comments_count: number | null;
}

/** Returns the requested forum posts, deleted ones included, except those of authors hidden from the viewer. */
export const listForumItems = (db: Statements, requests: readonly ItemAsked[]) =>
  db.rows<ItemRow>(
    `select a.n::int as n, p.is_there, ${forumLikesCounted('a.viewer_id', 'p')} as likes_count, p.number, null::int as comments_count
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as a(viewer_id, id, item_id, n)
       join forum_posts p on p.id = a.item_id and p.topic_id = a.id
      where ${forumAuthorHeard('a.viewer_id', 'p')}`,
    columnsOf(requests),
  );

/** Returns the requested photos and comments, deleted comments included, except comments of authors hidden from the viewer. */
export const listPhotoItems = (db: Statements, requests: readonly ItemAsked[]) =>
  db.rows<ItemRow>(
    `select a.n::int as n, c.deleted_at is null as is_there, null::int as number, (${commentsCounted('a.viewer_id', 'p')})::int as comments_count,
            (case when c.id is null then ${likesCounted('a.viewer_id', 'p')} else ${commentLikesCounted('a.viewer_id', 'c')} end)::int as likes_count
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as a(viewer_id, id, item_id, n)
       join photos p on p.id = a.id left join comments c on c.id = a.item_id and c.photo_id = p.id left join members m on m.id = c.member_id
      where (a.item_id is null or ${memberHeard('a.viewer_id', 'm')})`,
    columnsOf(requests),
  );

const columnsOf = (requests: readonly ItemAsked[]): unknown[] => [
  requests.map(({ viewerId }) => viewerId),
  requests.map(({ id }) => id),
  requests.map(({ itemId }) => itemId),
];

export const listEndedSessions = async (db: Statements, sessionIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select given.id from unnest($1::uuid[]) as given(id)
        where not exists (select from sessions s join members m on m.id = s.member_id and m.is_live and m.email_verified_at is not null
                           where s.id = given.id)`,
      [sessionIds],
    )
  ).map(({ id }) => id);

export const hasPublicPhoto = async (db: Statements, photoIds: readonly string[]): Promise<boolean> =>
  (await db.row(
    `select from photos p join members o on o.id = p.member_id where p.id = any ($1::uuid[]) and ${photoThere('p')} and ${reachesAll('p', 'o')} and o.is_live limit 1`,
    [photoIds],
  )) !== undefined;

export const listReached = async (db: Statements, photoIds: readonly string[], memberIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select given.id from unnest($2::uuid[]) as given(id)
        where exists (select from photos p join members o on o.id = p.member_id
                       where p.id = any ($1::uuid[]) and ${photoListed('given.id', 'p', 'o')})`,
      [photoIds, memberIds],
    )
  ).map(({ id }) => id);

export const listOnlineShown = async (db: Statements, viewerId: string, memberIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(`select m.id from members m where m.id = any ($2::uuid[]) and ${onlineShown('$1', 'm')}`, [
      viewerId,
      memberIds,
    ])
  ).map(({ id }) => id);

export const listViewersOf = async (db: Statements, memberId: string, viewerIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select given.id from unnest($2::uuid[]) as given(id) join members m on m.id = $1 where ${onlineShown('given.id', 'm')}`,
      [memberId, viewerIds],
    )
  ).map(({ id }) => id);

export const findTopicToReply = (db: Statements, topicId: string) =>
  db.row<{ is_locked: boolean }>(`select t.locked_at is not null as is_locked from forum_topics t where t.id = $1 and ${topicThere('t')}`, [
    topicId,
  ]);

export const listWriters = (db: Statements, viewerId: string, memberIds: readonly string[]) =>
  db.rows<AuthorRow>(
    `select ${authorColumns('m')} from members m
      where m.id = any ($2::uuid[]) and m.is_live and (m.id = any (array${hiddenAuthors('$1')})) is not true order by m.id`,
    [viewerId, memberIds],
  );
