import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Statements } from '../platform/db/database.ts';
import { feedbackTitle } from '../platform/moderation/evidence-queries.ts';
import { forumPostListed, hiddenAuthors, topicListed, topicMuted } from '../platform/visibility/forum.ts';
import { logEntryConcerns } from '../platform/visibility/moderation.ts';
import { queuePushesSql, settingColumn } from './delivery-sql.ts';

/** SQL: the member `m` can see the post `p` of the topic `t` and muted neither the topic nor the author. */
export const isNotifiedSql = (m: string, p: string, t: string): string =>
  `(${topicListed(`${m}.id`, t)} and ${forumPostListed(`${m}.id`, p)} and not ${topicMuted(`${m}.id`, t)})`;

/**
 * Notifies mentioned members, answered members and topic authors who did not unfollow: once per post, by the first reason in this order.
 * `ids` has one id for each candidate. `repliesTo` limits replies to these members; null means no limit.
 */
export const insertForumNotifications = (
  tx: Statements,
  {
    ids,
    postIds,
    repliesTo,
    excludedMemberIds,
  }: { ids: readonly string[]; postIds: readonly string[]; repliesTo: readonly string[] | null; excludedMemberIds: readonly string[] },
): Promise<number> =>
  tx.run(
    `with candidates as (
            select p.id as post_id, fpm.member_id, 'mention' as type, 1 as rank
              from forum_posts p join forum_post_mentions fpm on fpm.post_id = p.id
             where p.id = any ($2::uuid[]) and fpm.member_id <> all ($4::uuid[])
            union all
            select p.id, a.author_id, 'reply', 2 from forum_posts p join forum_posts a on a.id = p.reply_to_id
             where p.id = any ($2::uuid[]) and ($3::uuid[] is null or a.author_id = any ($3))
            union all
            select p.id, t.author_id, 'reply', 2 from forum_posts p join forum_topics t on t.id = p.topic_id
             where p.id = any ($2::uuid[]) and ($3::uuid[] is null or t.author_id = any ($3)) and p.number > 1
               and not exists (select from forum_tracks ft where ft.member_id = t.author_id and ft.topic_id = t.id and not ft.is_following)),
          recipients as (
            select distinct on (p.number, m.id) p.number, p.id as post_id, p.author_id as actor_id, m.id as member_id, candidates.type
              from candidates join forum_posts p on p.id = candidates.post_id join forum_topics t on t.id = p.topic_id
              join members m on m.id = candidates.member_id and m.is_live and m.id <> p.author_id
             where case candidates.type when 'mention' then m.${settingColumn('mention')} else m.${settingColumn('reply')} end
               and ${isNotifiedSql('m', 'p', 't')}
             order by p.number, m.id, candidates.rank),
          added as (
            insert into notifications (id, member_id, type, actor_id, forum_post_id)
            select ($1::uuid[])[row_number() over (order by number, member_id)], member_id, type, actor_id, post_id from recipients
                on conflict do nothing returning member_id, id, type, created_at)
     ${queuePushesSql}`,
    [ids, postIds, repliesTo, excludedMemberIds],
  );

export const followersPerBatch = 1_000;

const followers = {
  topic: `select ft.member_id, ft.read_number, ft.followed_at from forum_tracks ft
           where ft.topic_id = $1 and ft.is_following and ft.member_id > $2 order by ft.member_id limit ${followersPerBatch}`,
  category: `select fct.member_id, 0 as read_number, fct.followed_at from forum_category_tracks fct
              where fct.category_id = $1 and fct.is_following and fct.member_id > $2 order by fct.member_id limit ${followersPerBatch}`,
};

/**
 * Notifies each follower in the next batch of the first unread post by another author. Reads hidden authors once per follower, not once per
 * post. Skips replies to a follower who turned reply notifications off. Returns the last member id of a full batch, otherwise undefined.
 */
export const insertFollowerNotifications = async (
  db: Statements,
  subject: keyof typeof followers,
  { id, after, ids, postIds }: { id: string; after: string; ids: readonly string[]; postIds: readonly string[] },
): Promise<string | undefined> => {
  const type = subject === 'topic' ? 'followed_topic' : 'new_topic';
  const row = await db.row<{ member_id: string | null }>(
    `with following as materialized (${followers[subject]}),
          posts as materialized (
            select p.id, p.number, p.author_id, p.topic_id, p.created_at, a.author_id as answered_author_id
              from forum_posts p left join forum_posts a on a.id = p.reply_to_id where p.id = any ($4::uuid[]) and p.is_there),
          readers as materialized (
            select m.id, m.${settingColumn('reply')} as wants_replies, f.read_number, f.followed_at, t.id as topic_id, t.author_id = m.id as is_author,
                   array${hiddenAuthors('m.id')} as hidden
              from following f join members m on m.id = f.member_id and m.is_live
              join forum_topics t on t.id in (select topic_id from posts)
             where ${topicListed('m.id', 't')} and not ${topicMuted('m.id', 't')} and m.${settingColumn(type)}),
          recipients as (
            select distinct on (m.id) p.id as post_id, p.author_id as actor_id, m.id as member_id
              from readers m join posts p on p.topic_id = m.topic_id
             where p.author_id <> m.id and m.read_number < p.number and m.followed_at <= p.created_at
               and (m.wants_replies or (m.is_author or p.answered_author_id = m.id) is not true) and p.author_id <> all (m.hidden)
             order by m.id, p.number),
          added as (
            insert into notifications (id, member_id, type, actor_id, forum_post_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, $5, actor_id, post_id from recipients
             order by member_id on conflict do nothing returning member_id, id, type, created_at),
          pushed as (${queuePushesSql})
     select (select f.member_id from (select member_id, row_number() over (order by member_id) as position from following) f
              where f.position = ${followersPerBatch}) as member_id,
            (select count(*) from pushed) as pushes`,
    [id, after, ids, postIds, type],
  );
  return row?.member_id ?? undefined;
};

const unreadFollowerStatements = {
  topic: `delete from notifications n
           where n.member_id = $1 and n.type = 'followed_topic' and n.read_at is null
             and exists (select from forum_posts p where p.id = n.forum_post_id and p.topic_id = $2)`,
  category: `delete from notifications n
              where n.member_id = $1 and n.type = 'new_topic' and n.read_at is null
                and exists (select from forum_posts p join forum_topics t on t.id = p.topic_id where p.id = n.forum_post_id and t.category_id = $2)`,
};

export const deleteUnreadFollowerNotifications = (
  tx: Statements,
  subject: keyof typeof unreadFollowerStatements,
  { memberId, id }: { memberId: string; id: string },
): Promise<number> => tx.run(unreadFollowerStatements[subject], [memberId, id]);

export interface ModerationSubject {
  /** The act itself, or the appealed act if this act resolves an appeal. */
  decision_id: string;
  action: ModerationAction;
  reason: string | null;
  /** The act affects the reader; otherwise the reader reported it. */
  is_own: boolean;
  title: string | null;
  photo_id: string | null;
  comment_id: string | null;
  forum_address: string | null;
  comment: string | null;
  series_id: string | null;
  exhibition_id: string | null;
}

/** Only the author or the curators read title and excerpt. */
export const moderationSubject = `case when ml.id is not null then jsonb_build_object(
  'decision_id', coalesce((select a.moderation_id from appeals a where a.resolution_id = ml.id), ml.id), 'action', ml.action, 'is_own', ${logEntryConcerns('$1', 'ml')}, 'reason', concat_ws(' · ', (select mr.title from rules mr where mr.id = ml.rule_id), ml.reason), 'photo_id', coalesce(ml.photo_id, (
    select mc.photo_id from comments mc where mc.id = ml.comment_id)), 'comment_id', ml.comment_id,
  'forum_address', (select concat_ws('/', '/forum/t', mt.id, mt.slug, (select mf.number from forum_posts mf where mf.id = ml.post_id))
     from forum_topics mt where mt.id = ml.topic_id),
  'title', coalesce((select mp.title from photos mp where mp.id = ml.photo_id and mp.member_id = $1), (
    select mt.title from forum_topics mt where mt.id = ml.topic_id and ml.member_id = $1), (
    select ms.title from series ms where ms.id = ml.series_id and ms.member_id = $1), (
    select me.title from exhibitions me where me.id = ml.exhibition_id and ${logEntryConcerns('$1', 'ml')}),
    case when ml.member_id = $1 then ${feedbackTitle('ml.feedback_id')} end),
  'series_id', ml.series_id, 'exhibition_id', ml.exhibition_id,
  'comment', coalesce((select left(mc.content, 200) from comments mc where mc.id = ml.comment_id and mc.member_id = $1), (
    select left(mf.text, 200) from challenge_feedback mf where mf.id = ml.feedback_id and mf.member_id = $1))) end`;

/** Notifies each member once per act. */
export const insertModerationNotifications = (
  tx: Statements,
  ids: readonly string[],
  memberIds: readonly string[],
  moderationId: string,
): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, moderation_id)
     select input.id, m.id, 'moderation', $3 from unnest($1::uuid[], $2::uuid[]) as input(id, member_id) join members m on m.id = input.member_id
     on conflict do nothing`,
    [ids, memberIds, moderationId],
  );
