import type { NotificationSetting } from './settings.ts';

export type NotificationAbout = 'member' | 'photo' | 'comment' | 'forum_post' | 'series' | 'exhibition' | 'challenge' | 'moderation';

/** `is_own`: the recipient wrote the forum post. `is_answer`: the forum post answers one by the recipient. */
interface ReadersPost {
  is_own: boolean;
  is_answer: boolean;
}

interface Presentation<Sentence, GroupSentence> {
  /** Key in the catalogues `notification-sentences` and `push-messages`. */
  sentence: Sentence | ((post: ReadersPost) => Sentence);
  /** Subject by which notifications are grouped, and the group's sentence. `by` is `grouped_by` of the table `notification_kinds`. */
  group?: { by: 'photo' | 'comment' | 'answered_comment' | 'forum_post' | 'topic'; sentence: GroupSentence };
}

export interface KindEntry<Sentence = string, GroupSentence = Sentence> {
  type: 'like' | 'comment' | 'follow' | 'other';
  /** Setting that turns the kind off in the app, by push and by email. Null: always shown in the app, never pushed or emailed. */
  setting: NotificationSetting | null;
  /** Lucide icon, imported by `notification-row.tsx`. */
  icon: 'at-sign' | 'bell' | 'circle-check' | 'heart' | 'images' | 'message-circle' | 'messages-square' | 'user-plus';
  about: { [About in Exclude<NotificationAbout, 'moderation'>]?: Presentation<Sentence, GroupSentence> };
}

/** Every kind of notification. The table `notification_kinds` has a row for each kind and subject. The server skips the actor, muted and blocked actors, disabled kinds and hidden subjects. */
export const notificationKinds = {
  like: {
    type: 'like',
    setting: 'likes',
    icon: 'heart',
    about: {
      photo: { sentence: 'photoLiked', group: { by: 'photo', sentence: 'photoLikedByOthers' } },
      comment: { sentence: 'commentLiked', group: { by: 'comment', sentence: 'commentLikedByOthers' } },
      forum_post: { sentence: 'postLiked', group: { by: 'forum_post', sentence: 'postLikedByOthers' } },
    },
  },
  comment: {
    type: 'comment',
    setting: 'comments',
    icon: 'message-circle',
    about: { comment: { sentence: 'photoCommented', group: { by: 'photo', sentence: 'photoCommentedByOthers' } } },
  },
  /** A thread of critique, or a critic's answer to the author, who asked for it. */
  critique: {
    type: 'comment',
    setting: 'comments',
    icon: 'message-circle',
    about: { comment: { sentence: 'critiqued', group: { by: 'photo', sentence: 'critiquedByOthers' } } },
  },
  /** The author marked the recipient's critique as helpful. */
  helpful: {
    type: 'other',
    setting: 'likes',
    icon: 'circle-check',
    about: { comment: { sentence: 'foundHelpful' } },
  },
  follow: {
    type: 'follow',
    setting: 'follows',
    icon: 'user-plus',
    about: { member: { sentence: 'followed' } },
  },
  mention: {
    type: 'other',
    setting: 'mentions',
    icon: 'at-sign',
    about: { comment: { sentence: 'mentionedInComment' }, forum_post: { sentence: 'mentionedInPost' } },
  },
  reply: {
    type: 'comment',
    setting: 'replies',
    icon: 'message-circle',
    about: {
      comment: { sentence: 'repliedToComment', group: { by: 'answered_comment', sentence: 'repliedToCommentByOthers' } },
      forum_post: {
        sentence: ({ is_answer }) => (is_answer ? 'repliedToYou' : 'repliedInYourTopic'),
        group: { by: 'topic', sentence: 'repliedByOthers' },
      },
    },
  },
  followed_topic: {
    type: 'other',
    setting: 'forum',
    icon: 'messages-square',
    about: { forum_post: { sentence: 'repliedInFollowedTopic', group: { by: 'topic', sentence: 'repliedInFollowedTopicByOthers' } } },
  },
  new_topic: {
    type: 'other',
    setting: 'forum',
    icon: 'messages-square',
    about: { forum_post: { sentence: 'topicStarted' } },
  },
  solved: {
    type: 'other',
    setting: 'forum',
    icon: 'circle-check',
    about: { forum_post: { sentence: ({ is_own }) => (is_own ? 'yourPostSolved' : 'yourTopicSolved') } },
  },
  /** Sent to the inviter. */
  invitation_used: {
    type: 'other',
    setting: 'follows',
    icon: 'user-plus',
    about: { member: { sentence: 'joinedByInvitation' } },
  },
  /** Sent once to the author's followers, when a series is first complete. */
  series: {
    type: 'other',
    setting: 'follows',
    icon: 'images',
    about: { series: { sentence: 'seriesCompleted' } },
  },
  /** Sent to the author of a scheduled post that could not be published at its time. */
  not_published: {
    type: 'other',
    setting: null,
    icon: 'bell',
    about: { photo: { sentence: 'notPublished' } },
  },
  /** The author asks to name the recipient in a post. Listed while the request is open. */
  named: {
    type: 'other',
    setting: 'mentions',
    icon: 'at-sign',
    about: { photo: { sentence: 'namedInPhoto' } },
  },
  /** Sent to the author. */
  name_accepted: {
    type: 'other',
    setting: 'mentions',
    icon: 'at-sign',
    about: { photo: { sentence: 'nameAccepted' } },
  },
  /** Proposal of an alternative text, to the author. Listed while the proposal waits. */
  described: {
    type: 'other',
    setting: 'comments',
    icon: 'message-circle',
    about: { photo: { sentence: 'photoDescribed', group: { by: 'photo', sentence: 'photoDescribedByOthers' } } },
  },
  exhibition_invited: {
    type: 'other',
    setting: 'mentions',
    icon: 'user-plus',
    about: { exhibition: { sentence: 'invitedToCurate' } },
  },
  work_requested: {
    type: 'other',
    setting: 'mentions',
    icon: 'images',
    about: { exhibition: { sentence: 'workRequested' } },
  },
  /** Sent once to the curators' followers and the artists, when an exhibition first opens. */
  exhibition_opened: {
    type: 'other',
    setting: 'follows',
    icon: 'images',
    about: { exhibition: { sentence: 'exhibitionOpened' } },
  },
  /** Sent to all members when a challenge begins. */
  challenge_started: {
    type: 'other',
    setting: 'challenges',
    icon: 'images',
    about: { challenge: { sentence: 'challengeStarted' } },
  },
  /** Sent to entrants and voters. */
  challenge_results: {
    type: 'other',
    setting: 'challenges',
    icon: 'images',
    about: { challenge: { sentence: 'challengeResults' } },
  },
  /** Sentences by moderation act are in the server's `notifications/sentences.ts`. */
  moderation: { type: 'other', setting: null, icon: 'bell', about: {} },
  /** Fallback for kinds of a newer version, which can share the database during an upgrade. */
  other: {
    type: 'other',
    setting: null,
    icon: 'bell',
    about: {
      member: { sentence: 'newsFrom' },
      photo: { sentence: 'newsAboutPhoto' },
      comment: { sentence: 'newsAboutPhoto' },
      forum_post: { sentence: 'newsAboutTopic' },
    },
  },
} as const satisfies Record<string, KindEntry>;
export type NotificationKind = keyof typeof notificationKinds;

export const kindNames = Object.keys(notificationKinds) as NotificationKind[];

/** Returns the kind of this name, or `other` if this version does not know it. */
export const toKnownKind = (name: string | undefined): NotificationKind => kindNames.find((kind) => kind === name) ?? 'other';

type ForumKind = {
  [Kind in NotificationKind]: 'forum_post' extends keyof (typeof notificationKinds)[Kind]['about'] ? Kind : never;
}[NotificationKind];
const isAboutPosts = (kind: NotificationKind): kind is ForumKind => 'forum_post' in notificationKinds[kind].about;

export const forumKinds = kindNames.filter(isAboutPosts);
