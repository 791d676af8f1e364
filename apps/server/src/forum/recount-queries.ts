import type { Statements } from '../platform/db/database.ts';

/** Locks 100 topics after an id, in id order like all callers that lock several. */
export const lockTopicsAfter = (tx: Statements, after: string): Promise<{ id: string }[]> =>
  tx.rows('select id from forum_topics where id > $1 order by id limit 100 for no key update', [after]);

/** Returns the number of corrected counts. */
export const correctLikes = (tx: Statements, topicIds: readonly string[]): Promise<number> =>
  tx.run(
    `update forum_posts p set likes_count = counted.likes
       from (select own.id, count(l.post_id)::int as likes
               from forum_posts own left join forum_post_likes l on l.post_id = own.id and l.is_counted
              where own.topic_id = any($1::uuid[]) group by own.id) counted
      where p.id = counted.id and p.likes_count <> counted.likes`,
    [topicIds],
  );

/** Corrects counts, latest posts and `last_number`. Returns the number of corrected topics. */
export const correctTopics = (tx: Statements, topicIds: readonly string[]): Promise<number> =>
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

/** Blocks votes until the transaction ends. */
export const lockPollsOf = (tx: Statements, topicIds: readonly string[]): Promise<{ post_id: string }[]> =>
  tx.rows(
    `select q.post_id from forum_posts p join forum_polls q on q.post_id = p.id
      where p.topic_id = any($1::uuid[]) order by q.post_id for no key update of q`,
    [topicIds],
  );

/** The polls must be locked. Returns the number of corrected polls. */
export const correctPolls = async (tx: Statements, postIds: readonly string[]): Promise<number> => {
  const row = await tx.row<{ polls: number }>(
    `with wrong as materialized (
            select q.post_id from forum_polls q
             where q.post_id = any($1::uuid[])
               and (q.voters_count <> (select count(distinct v.member_id) from forum_poll_votes v where v.post_id = q.post_id and v.is_counted)
                    or exists (select from forum_poll_choices c
                                where c.post_id = q.post_id
                                  and c.votes_count <> (select count(*) from forum_poll_votes v where v.choice_id = c.id and v.is_counted))))
     select count(*)::int as polls, recount_forum_polls(array_agg(post_id)) from wrong`,
    [postIds],
  );
  return row?.polls ?? 0;
};
