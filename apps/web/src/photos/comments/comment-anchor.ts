/** Where a link to a comment leads. */
export const commentAnchor = (id: string): string => `comment-${id}`;
