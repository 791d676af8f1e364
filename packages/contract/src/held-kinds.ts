/** What may wait for an organiser. */
export const heldKinds = ['photo', 'comment', 'forum_post', 'topic'] as const;
export type HeldKind = (typeof heldKinds)[number];
