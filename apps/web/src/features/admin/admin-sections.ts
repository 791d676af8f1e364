import * as words from '@mbari/words/admin';

/** The pages of `/admin`, in their order. */
export const adminSections = [
  { to: '/admin/members', label: words.members },
  { to: '/admin/site', label: words.site },
  { to: '/forum/categories', label: words.forumCategories },
  { to: '/moderation/log', label: words.log },
] as const;
