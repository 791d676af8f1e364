import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { hasUnread, topicThere, unreadCounted } from '../platform/visibility/forum.ts';
import { forumCategoryTracks, forumTracks } from './table.ts';

const topicTrack = forumTracks.pick('member_id', 'topic_id', 'is_following', 'is_muted');

/** Returns nothing if the topic does not exist. */
export const upsertTopicTrack = (db: Statements, track: Row<typeof topicTrack>): Promise<{ topic_id: string } | undefined> =>
  db.row(
    `insert into forum_tracks as own (${topicTrack.names})
     select ${topicTrack.of('n')} from ${topicTrack.from('$1')} n
       join members m on m.id = n.member_id and m.is_live join forum_topics t on t.id = n.topic_id and ${topicThere('t')}
     on conflict (member_id, topic_id) do update
        set is_following = excluded.is_following, is_muted = excluded.is_muted, followed_at = case when own.is_following then own.followed_at else now() end
     returning topic_id`,
    [topicTrack.record(track)],
  );

/** Makes authors follow the topic unless they unfollowed it. Returns whether others follow it, apart from the topic's author. */
export const upsertAuthorFollows = (
  tx: Statements,
  memberIds: readonly string[],
  topicId: string,
): Promise<{ is_followed_by_others: boolean } | undefined> =>
  tx.row(
    `with added as (
            insert into forum_tracks as own (member_id, topic_id, is_following)
            select distinct writer, $2::uuid, true from unnest($1::uuid[]) as writer
             where not exists (select from forum_tracks other
                                where other.member_id = writer and other.topic_id = $2 and other.followed_at is not null)
             order by writer
            on conflict (member_id, topic_id) do update set is_following = true, followed_at = now() where own.followed_at is null)
     select exists (select from forum_tracks ft
                     where ft.topic_id = t.id and ft.is_following and ft.member_id <> all ($1::uuid[]) and ft.member_id is distinct from t.author_id)
            as is_followed_by_others
       from forum_topics t where t.id = $2`,
    [memberIds, topicId],
  );

/** Raises the read position, at most to the last number. A member's first call counts as a view. */
export const upsertReadNumber = (
  db: Statements,
  memberId: string,
  topicId: string,
  number: number,
): Promise<{ unread_posts_count: number } | undefined> =>
  db.row(
    `with topic as (select t.id, least(t.last_number, $3::int) as number from forum_topics t where t.id = $2 and ${topicThere('t')}),
          mark as (
            insert into forum_tracks as own (member_id, topic_id, read_number, was_read, followed_at)
            select m.id, topic.id, topic.number, false, null from members m, topic where m.id = $1 and m.is_live
            on conflict (member_id, topic_id) do update set read_number = greatest(own.read_number, excluded.read_number), was_read = own.read_number > 0
            returning topic_id as id, read_number, was_read),
          viewed as (
            insert into forum_topic_views as views (topic_id, views_count) select mark.id, 1 from mark where not mark.was_read
            on conflict (topic_id) do update set views_count = views.views_count + 1)
     select ${unreadCounted('$1', 'mark', 'mark.read_number')} as unread_posts_count from mark`,
    [memberId, topicId, number],
  );

const categoryTrack = forumCategoryTracks.pick('member_id', 'category_id', 'is_following', 'is_muted');

/** Returns nothing if the category does not exist. */
export const upsertCategoryTrack = (db: Statements, track: Row<typeof categoryTrack>): Promise<{ category_id: string } | undefined> =>
  db.row(
    `insert into forum_category_tracks as own (${categoryTrack.names})
     select ${categoryTrack.of('n')} from ${categoryTrack.from('$1')} n
       join members m on m.id = n.member_id and m.is_live join forum_categories c on c.id = n.category_id
     on conflict (member_id, category_id) do update
        set is_following = excluded.is_following, is_muted = excluded.is_muted, followed_at = case when own.is_following then own.followed_at else now() end
     returning category_id`,
    [categoryTrack.record(track)],
  );

/** Returns nothing if the category does not exist. */
export const deleteCategoryTrack = (
  db: Statements,
  memberId: string,
  categoryId: string,
  { isFollowing }: { isFollowing: boolean },
): Promise<{ id: string } | undefined> =>
  db.row(
    `with deleted as (delete from forum_category_tracks where member_id = $1 and category_id = $2 and is_following = $3)
     select id from forum_categories where id = $2`,
    [memberId, categoryId, isFollowing],
  );

/** The new read position is the number of moved posts that the member had read. */
export const insertTracksOfSplit = (
  tx: Statements,
  { from, to, numbers }: { from: string; to: string; numbers: readonly number[] },
): Promise<number> =>
  tx.run(
    `with carried as (
            insert into forum_tracks (member_id, topic_id, read_number, is_following, is_muted, followed_at)
            select ft.member_id, $2, width_bucket(ft.read_number, $3::int[]), ft.is_following, ft.is_muted, ft.followed_at from forum_tracks ft
             where ft.topic_id = $1 and (ft.is_following or ft.is_muted or width_bucket(ft.read_number, $3::int[]) > 0)
             order by ft.member_id
            returning read_number)
     insert into forum_topic_views (topic_id, views_count) select $2, count(*) from carried where read_number > 0`,
    [from, to, numbers],
  );

/** Moved posts follow `lastNumber`, the target's last number. They stay read only for members with no unread post before them. */
export const upsertTracksOfMerged = (
  tx: Statements,
  { from, to, numbers, lastNumber }: { from: string; to: string; numbers: readonly number[]; lastNumber: number },
): Promise<number> =>
  tx.run(
    `with theirs as materialized (
            select s.member_id, s.is_following, coalesce(own.read_number, 0) as was_read, width_bucket(s.read_number, $3::int[]) as moved_read,
                   ${hasUnread('s.member_id', 't', 'coalesce(own.read_number, 0)')} as has_unread
              from forum_tracks s join forum_topics t on t.id = $2 left join forum_tracks own on own.topic_id = t.id and own.member_id = s.member_id
             where s.topic_id = $1),
          marks as materialized (
            select member_id, is_following, was_read, case when moved_read > 0 and not has_unread then $4::int + moved_read else was_read end as read_number
              from theirs),
          carried as (
            insert into forum_tracks as own (member_id, topic_id, read_number, is_following, followed_at)
            select member_id, $2, read_number, is_following, case when is_following then now() end from marks where is_following or read_number > was_read order by member_id
            on conflict (member_id, topic_id) do update
               set read_number = greatest(own.read_number, excluded.read_number),
                   is_following = own.is_following or (excluded.is_following and not own.is_muted),
                   followed_at = coalesce(own.followed_at, excluded.followed_at))
     insert into forum_topic_views as views (topic_id, views_count) select $2, count(*) from marks where was_read = 0 and read_number > 0
     on conflict (topic_id) do update set views_count = views.views_count + excluded.views_count`,
    [from, to, numbers, lastNumber],
  );

export const deleteTracksOfTopic = (tx: Statements, topicId: string): Promise<number> =>
  tx.run('delete from forum_tracks where topic_id = $1', [topicId]);

/** Deletes 500 tracks. */
export const deleteTracksOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    'delete from forum_tracks where (member_id, topic_id) in (select member_id, topic_id from forum_tracks where member_id = $1 limit 500)',
    [memberId],
  );
