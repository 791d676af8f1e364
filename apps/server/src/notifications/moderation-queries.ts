import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Statements } from '../platform/db/database.ts';
import { feedbackTitle } from '../platform/moderation/evidence-queries.ts';
import { logEntryConcerns } from '../platform/visibility/moderation.ts';

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
