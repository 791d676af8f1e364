import type { Statements } from '../../db/database.ts';

/** A hundred topics behind one, locked in the order in which everybody locks them who changes several. */
export const lockTopicsBehind = (tx: Statements, after: string): Promise<{ id: string }[]> =>
  tx.rows('select id from forum_topics where id > $1 order by id limit 100 for no key update', [after]);

/** Counts the likes of posts in topics anew. Answers how many counts were wrong. */
export const mendLikes = (tx: Statements, topicIds: readonly string[]): Promise<number> =>
  tx.run(
    `update forum_posts p set likes_count = counted.likes
       from (select own.id, count(l.post_id)::int as likes
               from forum_posts own left join forum_post_likes l on l.post_id = own.id and l.is_counted
              where own.topic_id = any($1::uuid[]) group by own.id) counted
      where p.id = counted.id and p.likes_count <> counted.likes`,
    [topicIds],
  );

/** Counts the posts of topics anew, finds the newest of each, and sees that no number can come twice. Answers how many topics were wrong. */
export const mendTopics = (tx: Statements, topicIds: readonly string[]): Promise<number> =>
  tx.run(
    `update forum_topics t
        set posts_count = c.posts, others_count = c.others, likes_count = c.likes, latest_post_id = c.latest_id, last_number = c.last_number
       from (select own.id, count(p.id) filter (where p.is_there)::int as posts,
                    count(p.id) filter (where p.is_there and p.author_id is distinct from own.author_id)::int as others,
                    coalesce(sum(p.likes_count) filter (where p.is_there), 0)::int as likes,
                    coalesce((array_agg(p.id order by p.id desc) filter (where p.is_there))[1], own.latest_post_id) as latest_id,
                    greatest(own.last_number, max(p.number)) as last_number
               from forum_topics own left join forum_posts p on p.topic_id = own.id where own.id = any($1::uuid[]) group by own.id) c
      where t.id = c.id and (t.posts_count, t.others_count, t.likes_count, t.latest_post_id, t.last_number)
                            is distinct from (c.posts, c.others, c.likes, c.latest_id, c.last_number)`,
    [topicIds],
  );
