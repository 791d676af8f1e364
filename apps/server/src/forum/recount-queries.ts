import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import type { forumDepartures, forumPosts } from './table.ts';

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

export type Departure = Pick<Row<typeof forumDepartures>, 'is_gone' | 'turn'>;

export const findDeparture = (db: Statements, memberId: string): Promise<Departure | undefined> =>
  db.row('select is_gone, turn from forum_departures where member_id = $1', [memberId]);

/** Blocks a change of the member's status until the transaction ends. */
export const lockDeparture = (tx: Statements, memberId: string): Promise<Departure | undefined> =>
  tx.row('select is_gone, turn from forum_departures where member_id = $1 for share', [memberId]);

/** Returns 0 if the member's status changed again. */
export const deleteDeparture = (db: Statements, memberId: string, turn: number): Promise<number> =>
  db.run('delete from forum_departures where member_id = $1 and turn = $2', [memberId, turn]);

/** Departures over a minute old without a running or retryable job. */
export const listDepartures = (db: Statements): Promise<{ member_id: string }[]> =>
  db.rows(
    `select d.member_id from forum_departures d
      where d.started_at < now() - interval '1 minute'
        and not exists (select from graphile_worker.jobs j
                         where j.key = 'recount_forum_member:' || d.member_id and j.attempts < j.max_attempts)
      order by d.started_at limit 100`,
  );

export type PostInTopic = Pick<Row<typeof forumPosts>, 'id' | 'topic_id'>;

/** Returns up to 100 posts after an id, like the next two queries. */
export const listPostsByAuthor = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows('select id, topic_id from forum_posts where author_id = $1 and id > $2 order by id limit 100', [memberId, after]);

export const listPostsLikedBy = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows(
    `select p.id, p.topic_id from forum_post_likes l join forum_posts p on p.id = l.post_id
      where l.member_id = $1 and l.post_id > $2 order by l.post_id limit 100`,
    [memberId, after],
  );

export const listPollsVotedBy = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows(
    `select p.id, p.topic_id from forum_polls q join forum_posts p on p.id = q.post_id
      where q.post_id in (select v.post_id from forum_poll_votes v where v.member_id = $1 and v.post_id > $2 group by 1 order by 1 limit 100)
      order by p.id`,
    [memberId, after],
  );

/** Locks in id order, like every caller that changes several topics. */
export const lockTopicRows = (tx: Statements, topicIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select from forum_topics where id = any($1::uuid[]) order by id for no key update', [topicIds]);

export const hasMoved = async (tx: Statements, postIds: readonly string[], topicIds: readonly string[]): Promise<boolean> =>
  (await tx.row('select from forum_posts where id = any($1::uuid[]) and topic_id <> all ($2::uuid[]) limit 1', [postIds, topicIds])) !==
  undefined;

/** Returns the number of changed posts. The caller then recounts their topics. */
export const updateAuthorGone = (tx: Statements, postIds: readonly string[], isGone: boolean): Promise<number> =>
  tx.run('update forum_posts set author_gone = $2 where id = any($1::uuid[]) and author_gone <> $2', [postIds, isGone]);

export const recountTopics = (tx: Statements, topicIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select recount_forum_topics($1::uuid[])', [topicIds]);

/** Adds a member's likes to the counts, or subtracts them. Skips likes already added or subtracted. */
export const updateLikesCounted = (tx: Statements, memberId: string, postIds: readonly string[], isCounted: boolean): Promise<number> =>
  tx.run(
    `with changed as (
            update forum_post_likes l set is_counted = $3 where l.member_id = $1 and l.post_id = any($2::uuid[]) and l.is_counted <> $3
            returning l.post_id),
          counted as (
            update forum_posts p set likes_count = p.likes_count + case when $3 then 1 else -1 end from changed where p.id = changed.post_id
            returning p.topic_id, p.is_there),
          topics as (select topic_id as id, sum(case when $3 then 1 else -1 end)::int as step from counted where is_there group by 1)
     update forum_topics t set likes_count = t.likes_count + topics.step from topics where t.id = topics.id`,
    [memberId, postIds, isCounted],
  );

/** Locks polls in id order. Voting waits for the lock, so votes do not change meanwhile. */
export const lockPolls = (tx: Statements, postIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select from forum_polls where post_id = any($1::uuid[]) order by post_id for no key update', [postIds]);

/** Adds a member's votes to the counts, or subtracts them. Skips votes already added or subtracted. */
export const updateVotesCounted = (tx: Statements, memberId: string, postIds: readonly string[], isCounted: boolean): Promise<number> =>
  tx.run(
    `with changed as (
            update forum_poll_votes v set is_counted = $3 where v.member_id = $1 and v.post_id = any($2::uuid[]) and v.is_counted <> $3
            returning v.post_id, v.choice_id),
          counted as (
            update forum_poll_choices c set votes_count = c.votes_count + case when $3 then 1 else -1 end from changed where c.id = changed.choice_id)
     update forum_polls q set voters_count = q.voters_count + case when $3 then 1 else -1 end
       from (select distinct post_id from changed) polls where q.post_id = polls.post_id`,
    [memberId, postIds, isCounted],
  );
