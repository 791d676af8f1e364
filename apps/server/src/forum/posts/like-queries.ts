import type { Statements } from '../../platform/db/database.ts';
import { pagesAsked, type ReadStates } from '../../platform/db/page-cache.ts';
import { forumLikesCounted, forumPostVisible, topicThere } from '../../platform/visibility/forum.ts';
import { hidesAnybody } from '../../platform/visibility/members.ts';

/** Locks the member, then the topic, like every writer. The next statement sees all earlier changes. */
export const lockTopicForLike = (tx: Statements, viewerId: string, topicId: string): Promise<unknown> =>
  tx.row(
    `with me as materialized (select id from members where id = $1 and is_live for share)
     select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t`,
    [viewerId, topicId],
  );

/** Returns nothing if the like exists already. */
export const insertLike = (
  db: Statements,
  viewerId: string,
  topicId: string,
  postId: string,
): Promise<{ author_id: string | null } | undefined> =>
  db.row(
    `with me as materialized (select id from members where id = $1 and is_live for share),
          topic as materialized (select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t),
          added as (
            insert into forum_post_likes (post_id, member_id)
            select p.id, $1 from topic join forum_posts p on p.topic_id = topic.id and p.id = $3 where ${forumPostVisible('$1', 'p')}
            on conflict do nothing returning post_id),
          counted as (
            update forum_posts p set likes_count = p.likes_count + 1 from added where p.id = added.post_id returning p.author_id)
     update forum_topics t set likes_count = t.likes_count + 1 from counted where t.id = $2 returning counted.author_id`,
    [viewerId, topicId, postId],
  );

export const deleteLike = (db: Statements, viewerId: string, topicId: string, postId: string): Promise<number> =>
  db.run(
    `with me as materialized (select id from members where id = $1 and is_live for share),
          topic as materialized (select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t),
          removed as (
            delete from forum_post_likes l using topic, forum_posts p
             where l.post_id = $3 and l.member_id = $1 and p.id = l.post_id and p.topic_id = topic.id and ${forumPostVisible('$1', 'p')}
            returning l.post_id, l.is_counted),
          counted as (update forum_posts p set likes_count = p.likes_count - 1 from removed where p.id = removed.post_id and removed.is_counted)
     update forum_topics t set likes_count = t.likes_count - 1 from removed where t.id = $2 and removed.is_counted`,
    [viewerId, topicId, postId],
  );

export const findLikes = (
  db: Statements,
  viewerId: string,
  topicId: string,
  postId: string,
): Promise<{ likes_count: number; is_liked: boolean } | undefined> =>
  db.row(
    `select ${forumLikesCounted('$1', 'p')} as likes_count,
            exists (select from forum_post_likes own where own.post_id = p.id and own.member_id = $1) as is_liked
       from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.id = $3 and p.topic_id = $2 and ${topicThere('t')} and ${forumPostVisible('$1', 'p')}`,
    [viewerId, topicId, postId],
  );

/** Deletes 500 likes. No count includes them. */
export const deleteLikesOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    'delete from forum_post_likes where (post_id, member_id) in (select post_id, member_id from forum_post_likes where member_id = $1 limit 500)',
    [memberId],
  );

export interface PostsState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  liked: string[];
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readPostStates: ReadStates<PostsState> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; states: (PostsState & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'liked', coalesce((
                      select json_agg(l.post_id) from forum_post_likes l
                       where l.member_id = v.id and l.post_id = any (p.ids)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;
