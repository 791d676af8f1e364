/** Who sees a post, from everybody to the author alone. A post without an audience follows its author's setting. */
export const audiences = ['public', 'followers', 'me'] as const;
export type Audience = (typeof audiences)[number];
