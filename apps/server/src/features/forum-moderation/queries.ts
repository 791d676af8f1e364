import type { Statements } from '../../db/database.ts';
import { topicThere } from '../../visibility/forum.ts';

// Each answers how many topics it changed: none where the topic is gone. What is so already is left as it is.

export const lockTopic = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set locked_at = coalesce(t.locked_at, now()) where t.id = $1 and ${topicThere('t')}`, [topicId]);

export const unlockTopic = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set locked_at = null where t.id = $1 and ${topicThere('t')}`, [topicId]);

/** Until a time, or until it is taken back. */
export const pinTopic = (tx: Statements, topicId: string, until: Date | null): Promise<number> =>
  tx.run(`update forum_topics t set pinned_at = now(), pinned_until = $2 where t.id = $1 and ${topicThere('t')}`, [topicId, until]);

export const unpinTopic = (tx: Statements, topicId: string): Promise<number> =>
  tx.run(`update forum_topics t set pinned_at = null, pinned_until = null where t.id = $1 and ${topicThere('t')}`, [topicId]);

/** The category that the topic was in; nothing where it, or the new one, is not there. */
export const moveTopic = (tx: Statements, topicId: string, categoryId: string): Promise<{ moved_from: string } | undefined> =>
  tx.row(
    `with before as (select t.id, c.name from forum_topics t join forum_categories c on c.id = t.category_id where t.id = $1 for update of t)
     update forum_topics t set category_id = c.id from before, forum_categories c
      where t.id = before.id and c.id = $2 and ${topicThere('t')} returning before.name as moved_from`,
    [topicId, categoryId],
  );

/** Brings a deleted post back into its topic; not one whose author is gone or erased. */
export const setPostRestored = (tx: Statements, topicId: string, postId: string): Promise<number> =>
  tx.run(
    `with topic as materialized (select t.id, t.author_id from forum_topics t where t.id = $1 and ${topicThere('t')} for no key update),
          back as (
            update forum_posts p set deleted_at = null from topic
             where p.id = $2 and p.topic_id = topic.id and p.deleted_at is not null and p.author_id is not null and not p.author_gone
            returning p.id, p.number, p.author_id, p.likes_count)
     update forum_topics t
        set posts_count = t.posts_count + 1, others_count = t.others_count + (back.author_id is distinct from t.author_id)::int,
            likes_count = t.likes_count + back.likes_count,
            latest_post_id = case when exists (select from forum_posts p where p.topic_id = t.id and p.is_there and p.number > back.number)
                                  then t.latest_post_id else back.id end
       from topic, back where t.id = topic.id`,
    [topicId, postId],
  );
