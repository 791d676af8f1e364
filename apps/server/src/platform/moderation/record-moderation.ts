import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { LogDetails } from '@mbari/contract/moderation/log-details';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import type { Organiser, Viewer } from '../http/viewer.ts';
import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { addLogEntry, findActor, findActorOfEntry, findAuthor } from './log-queries.ts';

export type { ModerationAction };

export interface About {
  topicId?: string;
  postId?: string;
  categoryId?: string;
  photoId?: string;
  commentId?: string;
  memberId?: string;
  seriesId?: string;
  exhibitionId?: string;
  challengeId?: string;
  feedbackId?: string;
  messageId?: string;
  /** Title or excerpt in the author's words. */
  note?: string;
  /** Further facts, translated for each reader. */
  details?: LogDetails;
  reason?: string;
  ruleId?: string | undefined;
  reportsCount?: number;
}

export const reversedBy = {
  restore_photo: 'remove_photo',
  unmark_photo: 'mark_photo',
  restore_comment: 'remove_comment',
  restore_series: 'remove_series',
  restore_exhibition: 'remove_exhibition',
  restore_feedback: 'remove_feedback',
  restore_topic: 'delete_topic',
  restore_post: 'delete_post',
  end_silence: 'silence_member',
  end_suspension: 'suspend_member',
} as const;

export type Reversal = keyof typeof reversedBy;

export const isReversal = (action: ModerationAction): boolean => action in reversedBy || action === 'grant_appeal';

const changesContent: ReadonlySet<ModerationAction> = new Set([
  'remove_photo',
  'delete_photo',
  'mark_photo',
  'unmark_photo',
  'remove_comment',
  'delete_comment',
  'remove_series',
  'remove_exhibition',
  'remove_feedback',
  'remove_message',
  'edit_topic',
  'delete_topic',
  'edit_post',
  'delete_post',
]);

/**
 * Logs an act of an organiser or a scheduled job in its transaction. Returns the id of the entry. Throws `forbidden` if a moderator
 * changes content of an admin.
 */
export async function recordModeration(
  tx: Statements,
  actor: Pick<Viewer, 'id' | 'role'> | null,
  action: ModerationAction,
  about: About,
): Promise<string> {
  if (actor && changesContent.has(action)) requireRank(actor, await findAuthor(tx, about));
  const id = newId();
  await addLogEntry(tx, {
    id,
    actorId: actor?.id ?? null,
    action,
    topicId: about.topicId ?? null,
    postId: about.postId ?? null,
    categoryId: about.categoryId ?? null,
    photoId: about.photoId ?? null,
    commentId: about.commentId ?? null,
    memberId: about.memberId ?? null,
    seriesId: about.seriesId ?? null,
    exhibitionId: about.exhibitionId ?? null,
    challengeId: about.challengeId ?? null,
    feedbackId: about.feedbackId ?? null,
    messageId: about.messageId ?? null,
    note: about.note ?? null,
    details: about.details ?? null,
    reason: about.reason || null,
    ruleId: about.ruleId ?? null,
    reportsCount: about.reportsCount ?? 0,
  });
  return id;
}

/**
 * Logs an act that reverses the latest matching act on the subject. Returns the entry's id and in `overruled` the organiser to notify.
 * `overruled` is empty if the actor reverses their own act, or an author's deletion after a restoration.
 * Throws `forbidden` if a moderator reverses a decision of an admin.
 */
export async function recordReversal(
  tx: Statements,
  actor: Viewer,
  action: Reversal,
  about: About,
): Promise<{ entry: string; overruled: string[] }> {
  const subjectId =
    about.commentId ??
    about.photoId ??
    about.postId ??
    about.topicId ??
    about.seriesId ??
    about.exhibitionId ??
    about.feedbackId ??
    about.memberId ??
    '';
  const overruled = overruledBy(actor, await findActor(tx, { act: reversedBy[action], reversal: action }, subjectId));
  return { entry: await recordModeration(tx, actor, action, about), overruled };
}

/** Logs that the appeal against the entry `appealedId` was granted. Returns and throws like `recordReversal`. */
export async function recordGrantedAppeal(tx: Statements, actor: Viewer, appealedId: string, about: About) {
  const overruled = overruledBy(actor, await findActorOfEntry(tx, appealedId));
  return { entry: await recordModeration(tx, actor, 'grant_appeal', about), overruled };
}

export async function asOrganiser<Result>(
  { db, limits }: Context,
  viewer: Organiser,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  await limits.spend('moderate by member', viewer.id);
  return db.transaction(work);
}

function overruledBy(actor: Viewer, decider: Pick<Viewer, 'id' | 'role'> | undefined): string[] {
  requireRank(actor, decider);
  return decider && decider.id !== actor.id ? [decider.id] : [];
}

function requireRank(actor: Pick<Viewer, 'role'>, subject: Pick<Viewer, 'role'> | undefined): void {
  if (actor.role === 'moderator' && subject?.role === 'admin') throw new Refusal('forbidden', 'adminDecides');
}
