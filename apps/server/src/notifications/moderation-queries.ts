import type { ModerationAction } from '@mbari/contract/moderation-actions';
import type { Statements } from '../platform/db/database.ts';

/** What organisers did, as JSON of the database. */
export interface ModerationSubject {
  /** Of the decision that it is, or that an appeal was against. */
  decision_id: string;
  action: ModerationAction;
  reason: string | null;
  /** It was done to the reader; else they reported it. */
  is_own: boolean;
  /** Of their own photo, or of the topic. */
  title: string | null;
  photo_id: string | null;
  comment_id: string | null;
  /** Where the topic stands, or the post in it. */
  forum_address: string | null;
  /** The beginning of their own comment. */
  comment: string | null;
}

/** The title and the words are told to whose they are. */
export const moderationSubject = `case when ml.id is not null then jsonb_build_object(
  'decision_id', coalesce((select a.moderation_id from appeals a where a.resolution_id = ml.id), ml.id), 'action', ml.action, 'is_own', ml.member_id is not distinct from $1, 'reason', concat_ws(' · ', (select mr.title from rules mr where mr.id = ml.rule_id), ml.reason), 'photo_id', coalesce(ml.photo_id, (
    select mc.photo_id from comments mc where mc.id = ml.comment_id)), 'comment_id', ml.comment_id,
  'forum_address', (select concat_ws('/', '/forum/t', mt.id, mt.slug, (select mf.number from forum_posts mf where mf.id = ml.post_id))
     from forum_topics mt where mt.id = ml.topic_id),
  'title', coalesce((select mp.title from photos mp where mp.id = ml.photo_id and mp.member_id = $1), (
    select mt.title from forum_topics mt where mt.id = ml.topic_id and ml.member_id = $1)),
  'comment', (select left(mc.content, 200) from comments mc where mc.id = ml.comment_id and mc.member_id = $1)) end`;

/** Each hears of an act once. */
export const addModerationNotifications = (
  tx: Statements,
  ids: readonly string[],
  memberIds: readonly string[],
  moderationId: string,
): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, moderation_id)
     select given.id, m.id, 'moderation', $3 from unnest($1::uuid[], $2::uuid[]) as given(id, member_id) join members m on m.id = given.member_id
     on conflict do nothing`,
    [ids, memberIds, moderationId],
  );
