export const roles = ['member', 'moderator', 'admin'] as const;
