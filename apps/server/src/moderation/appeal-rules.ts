import type { ModerationAction } from '@mbari/contract/moderation/actions';
import * as limits from '@mbari/contract/platform/limits';

/** Removals of content, and sanctions after which the member can still sign in. */
export const appealable: readonly ModerationAction[] = [
  'remove_photo',
  'mark_photo',
  'remove_comment',
  'remove_series',
  'remove_exhibition',
  'remove_feedback',
  'remove_message',
  'delete_post',
  'delete_topic',
  'warn_member',
  'silence_member',
];

const day = 86_400_000;

export const mayAppeal = (act: { action: ModerationAction; created_at: Date }, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed && appealable.includes(act.action) && now.getTime() < act.created_at.getTime() + limits.appealDays * day;
