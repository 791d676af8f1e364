/** Audiences of a post, the widest first. A post without one follows its author's setting. */
export const audiences = ['public', 'followers', 'me'] as const;
export type Audience = (typeof audiences)[number];
