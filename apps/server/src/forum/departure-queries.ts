import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import type { forumDepartures, forumPosts } from './table.ts';

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
