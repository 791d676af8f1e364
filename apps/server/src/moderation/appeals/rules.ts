import * as limits from '@mbari/contract/limits';
import type { ModerationAction } from '@mbari/contract/moderation-actions';

/** What can be appealed against: what was taken away, and what was done to a member who can still sign in. */
export const appealable: readonly ModerationAction[] = [
  'remove_photo',
  'remove_comment',
  'delete_post',
  'delete_topic',
  'warn_member',
  'silence_member',
];

const day = 86_400_000;

/** Once, and within the days there are for it. */
export const mayAppeal = (act: { action: ModerationAction; created_at: Date }, hasAppealed: boolean, now: Date): boolean =>
  !hasAppealed && appealable.includes(act.action) && now.getTime() < act.created_at.getTime() + limits.appealDays * day;
