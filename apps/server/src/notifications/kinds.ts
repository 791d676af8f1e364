import type { PushPreferences } from '@mbari/contract/shapes/members';
import type { Notification } from '@mbari/contract/shapes/notifications';

interface Kind {
  /** What the specification calls it. */
  type: Notification['type'];
  /** The member's switch for it in the app, as a column of `members`. */
  heeds: `notify_on_${'like' | 'comment' | 'follow' | 'mention' | 'reply' | 'forum'}`;
  /** Its name among the preferences of push and mail. */
  preference: keyof PushPreferences;
}

/**
 * All that members are notified of. A new kind is an entry here, its sentences in `sentence.ts`, its name in the check of the table, and in
 * `set_notification_group` where it is gathered with others.
 */
export const kinds = {
  like: { type: 'like', heeds: 'notify_on_like', preference: 'likes' },
  comment: { type: 'comment', heeds: 'notify_on_comment', preference: 'comments' },
  follow: { type: 'follow', heeds: 'notify_on_follow', preference: 'follows' },
  mention: { type: 'other', heeds: 'notify_on_mention', preference: 'mentions' },
  reply: { type: 'comment', heeds: 'notify_on_reply', preference: 'replies' },
  followed_topic: { type: 'other', heeds: 'notify_on_forum', preference: 'forum' },
  new_topic: { type: 'other', heeds: 'notify_on_forum', preference: 'forum' },
  solved: { type: 'other', heeds: 'notify_on_forum', preference: 'forum' },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof kinds;
