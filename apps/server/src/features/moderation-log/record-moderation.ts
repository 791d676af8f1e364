import type { ModerationAction } from '@mbari/contract/moderation-actions';
import type { LogDetails } from '@mbari/contract/shapes/log-details';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { newId } from '../../ids.ts';
import { addLogEntry } from './queries.ts';

export type { ModerationAction };

export interface About {
  topicId?: string;
  postId?: string;
  categoryId?: string;
  photoId?: string;
  commentId?: string;
  /** Whom it was done to. */
  memberId?: string;
  /** What it was called, or how it begins, in somebody's own words. */
  note?: string;
  /** What else there is to say, for every reader in their own language. */
  details?: LogDetails;
  /** What they are told. */
  reason?: string;
  /** The rule that they are told of. */
  ruleId?: string | undefined;
  /** How many reports it resolves. */
  reportsCount?: number;
}

/** Keeps what an organiser did, or the clock, in the transaction in which it is done. Answers the id of the entry. */
export async function recordModeration(
  tx: Statements,
  actor: Pick<Viewer, 'id'> | null,
  action: ModerationAction,
  about: About,
): Promise<string> {
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
    note: about.note ?? null,
    details: about.details ?? null,
    reason: about.reason || null,
    ruleId: about.ruleId ?? null,
    reportsCount: about.reportsCount ?? 0,
  });
  return id;
}
