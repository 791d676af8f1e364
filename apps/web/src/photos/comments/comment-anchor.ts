/** Fragment of a link to a comment. */
export const commentAnchor = (id: string): string => `comment-${id}`;
