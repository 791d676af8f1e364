export const commentAnchor = (id: string): string => `comment-${id}`;
