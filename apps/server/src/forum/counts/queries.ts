import type { Statements } from '../../platform/db/database.ts';

export interface Departure {
  is_gone: boolean;
  turn: number;
}

export const findDeparture = (db: Statements, memberId: string): Promise<Departure | undefined> =>
  db.row('select is_gone, turn from forum_departures where member_id = $1', [memberId]);

/** As it is now. Nobody goes or comes back before the transaction ends. */
export const lockDeparture = (tx: Statements, memberId: string): Promise<Departure | undefined> =>
  tx.row('select is_gone, turn from forum_departures where member_id = $1 for share', [memberId]);

/** 0 where the member has gone or come back once more since. */
export const removeDeparture = (db: Statements, memberId: string, turn: number): Promise<number> =>
  db.run('delete from forum_departures where member_id = $1 and turn = $2', [memberId, turn]);

/** Those that nobody has worked off within a minute, nor is working at. */
export const listDepartures = (db: Statements): Promise<{ member_id: string }[]> =>
  db.rows(
    `select d.member_id from forum_departures d
      where d.started_at < now() - interval '1 minute'
        and not exists (select from graphile_worker.jobs j
                         where j.key = 'recount_forum_member:' || d.member_id and j.attempts < j.max_attempts)
      order by d.started_at limit 100`,
  );

/** A post of a topic. */
export interface PostInTopic {
  id: string;
  topic_id: string;
}

/** A hundred posts of a member behind one. */
export const listPostsOf = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows('select id, topic_id from forum_posts where author_id = $1 and id > $2 order by id limit 100', [memberId, after]);

/** A hundred posts that a member likes, behind one. */
export const listPostsLikedBy = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows(
    `select p.id, p.topic_id from forum_post_likes l join forum_posts p on p.id = l.post_id
      where l.member_id = $1 and l.post_id > $2 order by l.post_id limit 100`,
    [memberId, after],
  );

/** A hundred polls that a member voted in, behind one. */
export const listPollsVotedBy = (db: Statements, memberId: string, after: string): Promise<PostInTopic[]> =>
  db.rows(
    `select p.id, p.topic_id from forum_polls q join forum_posts p on p.id = q.post_id
      where q.post_id in (select v.post_id from forum_poll_votes v where v.member_id = $1 and v.post_id > $2 group by 1 order by 1 limit 100)
      order by p.id`,
    [memberId, after],
  );

/** In the order in which everybody locks them who changes several. */
export const lockTopics = (tx: Statements, topicIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select from forum_topics where id = any($1::uuid[]) order by id for no key update', [topicIds]);

/** Whether one of these posts was moved to another topic than these meanwhile. */
export const hasMoved = async (tx: Statements, postIds: readonly string[], topicIds: readonly string[]): Promise<boolean> =>
  (await tx.row('select from forum_posts where id = any($1::uuid[]) and topic_id <> all ($2::uuid[]) limit 1', [postIds, topicIds])) !==
  undefined;

/** Posts of a member that are not marked so yet; answers how many those were. Their topics are counted anew afterwards. */
export const setAuthorGone = (tx: Statements, postIds: readonly string[], isGone: boolean): Promise<number> =>
  tx.run('update forum_posts set author_gone = $2 where id = any($1::uuid[]) and author_gone <> $2', [postIds, isGone]);

export const recountTopics = (tx: Statements, topicIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select recount_forum_topics($1::uuid[])', [topicIds]);

/** Takes likes of a member out of the counts of posts and topics, or puts them back; each that is so already is left as it is. */
export const setLikesCounted = (tx: Statements, memberId: string, postIds: readonly string[], isCounted: boolean): Promise<number> =>
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

/** In one order, and before their votes are looked at: whoever votes locks the poll as well. */
export const lockPolls = (tx: Statements, postIds: readonly string[]): Promise<unknown[]> =>
  tx.rows('select from forum_polls where post_id = any($1::uuid[]) order by post_id for no key update', [postIds]);

/** Takes votes of a member out of the counts of polls, or puts them back; each that is so already is left as it is. */
export const setVotesCounted = (tx: Statements, memberId: string, postIds: readonly string[], isCounted: boolean): Promise<number> =>
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
