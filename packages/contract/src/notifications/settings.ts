/** Notification settings, each with its in-app switch, a column of `members`. Push and email preferences use the same keys. */
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
