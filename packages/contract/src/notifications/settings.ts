/** Notification settings, each with its in-app switch, a column of `members`. */
export const notificationSettings = {
  likes: 'notify_on_like',
  comments: 'notify_on_comment',
  follows: 'notify_on_follow',
  mentions: 'notify_on_mention',
  replies: 'notify_on_reply',
  forum: 'notify_on_forum',
  challenges: 'notify_on_challenge',
} as const;
export type NotificationSetting = keyof typeof notificationSettings;

/** Direct messages have no in-app switch: they are no notifications, and an open conversation shows them at once. */
export type DeliverySetting = NotificationSetting | 'messages';

/** Keys of the push and email preferences. */
export const deliverySettings: readonly DeliverySetting[] = [...(Object.keys(notificationSettings) as NotificationSetting[]), 'messages'];
