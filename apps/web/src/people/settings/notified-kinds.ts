import { type DeliverySetting, type NotificationSetting, notificationSettings } from '@mbari/contract/notifications/settings';
import type { ForumSettings } from '@mbari/contract/people/members';
import * as words from '@mbari/words/settings';

const texts: Record<NotificationSetting, { label: string; hint: string }> = {
  likes: { label: words.likes, hint: words.likesHint },
  comments: { label: words.comments, hint: words.commentsHint },
  follows: { label: words.follows, hint: words.followsHint },
  mentions: { label: words.mentions, hint: words.mentionsHint },
  replies: { label: words.replies, hint: words.repliesHint },
  forum: { label: words.followedTopics, hint: words.followedTopicsHint },
  challenges: { label: words.challenges, hint: words.challengesHint },
};

/** Notification kinds with their in-app switch. */
export const notifiedKinds = (Object.keys(notificationSettings) as NotificationSetting[]).map((kind) => ({
  kind,
  inApp: notificationSettings[kind],
  ...texts[kind],
}));

interface DeliveredKind {
  kind: DeliverySetting;
  label: string;
  /** The switch that push and email require. */
  inApp?: (typeof notificationSettings)[NotificationSetting];
}

export const deliveredKinds: readonly DeliveredKind[] = [...notifiedKinds, { kind: 'messages', label: words.directMessages }];

export const isOffInApp = (settings: ForumSettings, { inApp }: DeliveredKind): boolean => inApp !== undefined && !settings[inApp];
