import type { Statements } from '../../db/database.ts';
import { topicThere, unreadCounted } from '../../visibility/forum.ts';

/** Whether a member follows a topic, or wants to hear no more of it; neither is kept as neither. Nothing where the topic is not there. */
export const setTopicTrack = (
  db: Statements,
  memberId: string,
  topicId: string,
  { isFollowing, isMuted }: { isFollowing: boolean; isMuted: boolean },
): Promise<{ topic_id: string } | undefined> =>
  db.row(
    `insert into forum_tracks (member_id, topic_id, is_following, is_muted)
     select m.id, t.id, $3, $4 from members m, forum_topics t where m.id = $1 and m.is_live and t.id = $2 and ${topicThere('t')}
     on conflict (member_id, topic_id) do update set is_following = excluded.is_following, is_muted = excluded.is_muted
     returning topic_id`,
    [memberId, topicId, isFollowing, isMuted],
  );

/** Those who write in a topic follow it from then on, unless they said once that they do not. */
export const addFollowing = (tx: Statements, memberIds: readonly string[], topicId: string): Promise<number> =>
  tx.run(
    `insert into forum_tracks (member_id, topic_id, is_following) select distinct member_id, $2::uuid, true from unnest($1::uuid[]) as member_id
     order by member_id on conflict (member_id, topic_id) do nothing`,
    [memberIds, topicId],
  );

/** How far a member has read: never back, and never further than there is. Whoever reads a topic for the first time is counted once. */
export const setReadNumber = (
  db: Statements,
  memberId: string,
  topicId: string,
  number: number,
): Promise<{ unread_posts_count: number } | undefined> =>
  db.row(
    `with topic as (select t.id, least(t.last_number, $3::int) as number from forum_topics t where t.id = $2 and ${topicThere('t')}),
          before as (select exists (select from forum_tracks where member_id = $1 and topic_id = $2 and read_number > 0) as was_read),
          mark as (
            insert into forum_tracks as own (member_id, topic_id, read_number)
            select m.id, topic.id, topic.number from members m, topic where m.id = $1 and m.is_live
            on conflict (member_id, topic_id) do update set read_number = greatest(own.read_number, excluded.read_number)
            returning topic_id as id, read_number),
          seen as (
            insert into forum_topic_views as kept (topic_id, views_count) select mark.id, 1 from mark, before where not before.was_read
            on conflict (topic_id) do update set views_count = kept.views_count + 1)
     select ${unreadCounted('$1', 'mark', 'mark.read_number')} as unread_posts_count from mark`,
    [memberId, topicId, number],
  );

/** Whether a member follows a category, or wants to hear no more of it. Nothing where there is none. */
export const setCategoryTrack = (
  db: Statements,
  memberId: string,
  categoryId: string,
  { isFollowing }: { isFollowing: boolean },
): Promise<{ category_id: string } | undefined> =>
  db.row(
    `insert into forum_category_tracks (member_id, category_id, is_following, is_muted)
     select m.id, c.id, $3, not $3 from members m, forum_categories c where m.id = $1 and m.is_live and c.id = $2
     on conflict (member_id, category_id) do update set is_following = excluded.is_following, is_muted = excluded.is_muted
     returning category_id`,
    [memberId, categoryId, isFollowing],
  );

/** Takes that back. Answers the category, where there is one. */
export const removeCategoryTrack = (
  db: Statements,
  memberId: string,
  categoryId: string,
  { isFollowing }: { isFollowing: boolean },
): Promise<{ id: string } | undefined> =>
  db.row(
    `with gone as (delete from forum_category_tracks where member_id = $1 and category_id = $2 and is_following = $3)
     select id from forum_categories where id = $2`,
    [memberId, categoryId, isFollowing],
  );

/** Five hundred of what a closed account followed, muted and read. */
export const removeTracksOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    'delete from forum_tracks where (member_id, topic_id) in (select member_id, topic_id from forum_tracks where member_id = $1 limit 500)',
    [memberId],
  );
