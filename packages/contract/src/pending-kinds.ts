/** What may wait for an organiser. */
export const pendingKinds = ['photo', 'comment', 'forum_post', 'topic'] as const;
export type PendingKind = (typeof pendingKinds)[number];
