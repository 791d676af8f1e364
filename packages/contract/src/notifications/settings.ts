/** Notification settings and their in-app switches, columns of `members`. Push and email have a preference under each name. */
export const notificationSettings = {
  likes: 'notify_on_like',
  comments: 'notify_on_comment',
  follows: 'notify_on_follow',
  mentions: 'notify_on_mention',
  replies: 'notify_on_reply',
  forum: 'notify_on_forum',
} as const;
export type NotificationSetting = keyof typeof notificationSettings;
