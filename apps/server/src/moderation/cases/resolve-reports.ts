import type { moderationShapes } from '@mbari/contract/shapes/moderation';
import type { z } from 'zod';
import { deletePostOf } from '../../forum/posts/delete-post.ts';
import { deleteTopicOf } from '../../forum/topics/delete-topic.ts';
import { removeCommentOf } from '../../photos/comments/remove-comment.ts';
import { removePhotoOf } from '../../photos/posts/remove-photo.ts';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import type { About } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { lockReportsLike, type OpenReport } from '../../platform/reports/open-reports.ts';
import { addWarning } from '../appeals/silence.ts';
import { type Said, sayWhy } from '../rules/require-rule.ts';
import { type Act, conclude } from './conclude.ts';
import { findForumPost } from './queries.ts';
import { requireBelow, silenceOf } from './sanction-member.ts';
import { aboutSuspension, suspend } from './suspend-member.ts';

type Body = z.output<typeof moderationShapes.resolveReports.body>;

/** What an organiser decided, and why. */
export interface Decision {
  outcome: Body['outcome'];
  why: Said;
  until: string | null;
}

/** Resolves all open reports of one thing, with what is done about it. Of two organisers who do so at once, the second is told. */
export const resolveReports = (context: Context, viewer: Viewer, reportId: string, body: Body): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const reports = await lockReportsLike(tx, viewer.id, reportId);
    await settle(context, tx, viewer, reports, await decide(tx, body));
  });

/** Whoever does something about anything says why. */
export async function decide(db: Statements, { outcome, note = '', rule_id: ruleId, until = null }: Body): Promise<Decision> {
  const why = await sayWhy(db, { reason: note, ruleId });
  if (outcome !== 'dismissed' && note === '' && ruleId === undefined) throw invalid({ note: ['moderationReasonMissing'] });
  return { outcome, why, until };
}

/** Does what was decided about what these reports, which are locked and at least one, are about, and resolves them by it. */
export async function settle(
  context: Context,
  tx: Statements,
  viewer: Viewer,
  reports: readonly OpenReport[],
  decision: Decision,
): Promise<void> {
  const subject = reports[0]!;
  const act = await actOn(context, tx, viewer, subject, decision);
  const entry = await conclude(tx, viewer, act, reports);
  if (act.act === 'warn_member' && subject.owner_id !== null) await addWarning(tx, entry, subject.owner_id);
}

async function actOn(
  context: Context,
  tx: Statements,
  viewer: Viewer,
  subject: OpenReport,
  { outcome, why, until }: Decision,
): Promise<Act> {
  const { reason, ruleId } = why;
  const about: About = { ...aboutOf(subject), ruleId };
  if (outcome === 'dismissed') return { act: 'dismiss_reports', about: { ...about, ...(reason !== '' && { reason }) } };
  if (outcome === 'removed') return remove(tx, viewer, subject, { ...about, reason });
  if (subject.owner_id === null) throw notFound('profileNotFound');
  if (outcome === 'warned') {
    await requireBelow(tx, viewer, subject.owner_id);
    return { act: 'warn_member', about: { ...about, reason } };
  }
  const suspension = { ...why, until };
  if (outcome === 'silenced') {
    await silenceOf(context, tx, viewer, subject.owner_id, suspension);
    return { act: 'silence_member', about: { ...about, ...aboutSuspension(suspension) } };
  }
  await suspend(context, tx, viewer, subject.owner_id, suspension);
  return { act: 'suspend_member', about: { ...about, ...aboutSuspension(suspension) } };
}

const aboutOf = ({ photo_id, comment_id, forum_post_id, owner_id }: OpenReport): About => ({
  ...(photo_id !== null && { photoId: photo_id }),
  ...(comment_id !== null && { commentId: comment_id }),
  ...(forum_post_id !== null && { postId: forum_post_id }),
  ...(owner_id !== null && { memberId: owner_id }),
});

async function remove(tx: Statements, viewer: Viewer, { photo_id, comment_id, forum_post_id }: OpenReport, about: About): Promise<Act> {
  if (photo_id !== null) {
    await removePhotoOf(tx, viewer, photo_id);
    return { act: 'remove_photo', about };
  }
  if (comment_id !== null) {
    await removeCommentOf(tx, viewer, comment_id);
    return { act: 'remove_comment', about };
  }
  const post = forum_post_id === null ? undefined : await findForumPost(tx, forum_post_id);
  if (!post) throw invalid({ outcome: ['membersAreSuspended'] });
  // The opening goes with its topic.
  if (post.number === 1) await deleteTopicOf(tx, post.topic_id);
  else await deletePostOf(tx, post.topic_id, post.id);
  return { act: post.number === 1 ? 'delete_topic' : 'delete_post', about: { ...about, topicId: post.topic_id } };
}
