import type { Statements } from '../platform/db/database.ts';
import { forumPostListed, hiddenAuthors, topicListed, topicMuted } from '../platform/visibility/forum.ts';
import { switchOf } from './preference-of.ts';
import { pushesOfAdded } from './pushes-of.ts';

/** SQL: the member `m` can see the post `p` of the topic `t` and muted neither the topic nor the author. */
export const hearsOf = (m: string, p: string, t: string): string =>
  `(${topicListed(`${m}.id`, t)} and ${forumPostListed(`${m}.id`, p)} and not ${topicMuted(`${m}.id`, t)})`;

/**
 * Notifies mentioned members, answered members and the topic's author if they follow it: once per post, by the first reason in this order.
 * `ids` has one id for each candidate. `repliesTo` limits replies to these members; null means no limit.
 */
export const addForumNotifications = (
  tx: Statements,
  {
    ids,
    postIds,
    repliesTo,
    without,
  }: { ids: readonly string[]; postIds: readonly string[]; repliesTo: readonly string[] | null; without: readonly string[] },
): Promise<number> =>
  tx.run(
    `with heard as (
            select p.id as post_id, named.member_id, 'mention' as type, 1 as rank
              from forum_posts p join forum_post_mentions named on named.post_id = p.id
             where p.id = any ($2::uuid[]) and named.member_id <> all ($4::uuid[])
            union all
            select p.id, a.author_id, 'reply', 2 from forum_posts p join forum_posts a on a.id = p.reply_to_id
             where p.id = any ($2::uuid[]) and ($3::uuid[] is null or a.author_id = any ($3))
            union all
            select p.id, t.author_id, 'reply', 2 from forum_posts p join forum_topics t on t.id = p.topic_id
             where p.id = any ($2::uuid[]) and ($3::uuid[] is null or t.author_id = any ($3)) and p.number > 1
               and not exists (select from forum_tracks own where own.member_id = t.author_id and own.topic_id = t.id and not own.is_following)),
          wanted as (
            select distinct on (p.number, m.id) p.number, p.id as post_id, p.author_id as actor_id, m.id as member_id, heard.type
              from heard join forum_posts p on p.id = heard.post_id join forum_topics t on t.id = p.topic_id
              join members m on m.id = heard.member_id and m.is_live and m.id <> p.author_id
             where case heard.type when 'mention' then m.${switchOf('mention')} else m.${switchOf('reply')} end
               and ${hearsOf('m', 'p', 't')}
             order by p.number, m.id, heard.rank),
          added as (
            insert into notifications (id, member_id, type, actor_id, forum_post_id)
            select ($1::uuid[])[row_number() over (order by number, member_id)], member_id, type, actor_id, post_id from wanted
                on conflict do nothing returning member_id, id, type, created_at)
     ${pushesOfAdded}`,
    [ids, postIds, repliesTo, without],
  );

export const followersAtATime = 1_000;

const followers = {
  topic: `select own.member_id, own.read_number, own.followed_at from forum_tracks own
           where own.topic_id = $1 and own.is_following and own.member_id > $2 order by own.member_id limit ${followersAtATime}`,
  category: `select own.member_id, 0 as read_number, own.followed_at from forum_category_tracks own
              where own.category_id = $1 and own.is_following and own.member_id > $2 order by own.member_id limit ${followersAtATime}`,
};

/**
 * Notifies the next batch of followers, each of the first unread post by another author. Reads hidden authors once per follower instead of once per post.
 * Skips replies to the follower if they turned replies off. Returns the member id to continue after; undefined at the end.
 */
export const addFollowerNotifications = async (
  db: Statements,
  followed: keyof typeof followers,
  { id, after, ids, postIds }: { id: string; after: string; ids: readonly string[]; postIds: readonly string[] },
): Promise<string | undefined> => {
  const type = followed === 'topic' ? 'followed_topic' : 'new_topic';
  const row = await db.row<{ member_id: string | null }>(
    `with following as materialized (${followers[followed]}),
          written as materialized (
            select p.id, p.number, p.author_id, p.topic_id, p.created_at, a.author_id as answered_id
              from forum_posts p left join forum_posts a on a.id = p.reply_to_id where p.id = any ($4::uuid[]) and p.is_there),
          hearing as materialized (
            select m.id, m.${switchOf('reply')} as wants_replies, f.read_number, f.followed_at, t.id as topic_id, t.author_id = m.id as is_author,
                   array${hiddenAuthors('m.id')} as hidden
              from following f join members m on m.id = f.member_id and m.is_live
              join forum_topics t on t.id in (select topic_id from written)
             where ${topicListed('m.id', 't')} and not ${topicMuted('m.id', 't')} and m.${switchOf(type)}),
          wanted as (
            select distinct on (m.id) p.id as post_id, p.author_id as actor_id, m.id as member_id
              from hearing m join written p on p.topic_id = m.topic_id
             where p.author_id <> m.id and m.read_number < p.number and m.followed_at <= p.created_at
               and (m.wants_replies or (m.is_author or p.answered_id = m.id) is not true) and p.author_id <> all (m.hidden)
             order by m.id, p.number),
          added as (
            insert into notifications (id, member_id, type, actor_id, forum_post_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, $5, actor_id, post_id from wanted
             order by member_id on conflict do nothing returning member_id, id, type, created_at),
          pushed as (${pushesOfAdded})
     select (select f.member_id from (select member_id, row_number() over (order by member_id) as position from following) f
              where f.position = ${followersAtATime}) as member_id,
            (select count(*) from pushed) as pushes`,
    [id, after, ids, postIds, type],
  );
  return row?.member_id ?? undefined;
};

const unreadAsFollower = {
  topic: `delete from notifications n
           where n.member_id = $1 and n.type = 'followed_topic' and n.read_at is null
             and exists (select from forum_posts p where p.id = n.forum_post_id and p.topic_id = $2)`,
  category: `delete from notifications n
              where n.member_id = $1 and n.type = 'new_topic' and n.read_at is null
                and exists (select from forum_posts p join forum_topics t on t.id = p.topic_id where p.id = n.forum_post_id and t.category_id = $2)`,
};

export const removeUnreadAsFollower = (
  tx: Statements,
  followed: keyof typeof unreadAsFollower,
  { memberId, id }: { memberId: string; id: string },
): Promise<number> => tx.run(unreadAsFollower[followed], [memberId, id]);
