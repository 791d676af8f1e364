import * as words from '@mbari/words/admin';
import { announcements } from '@mbari/words/announcements';
import { rules } from '@mbari/words/rules';

/** The pages of `/admin`, in their order. */
export const adminSections = [
  { to: '/admin/members', label: words.members },
  { to: '/admin/site', label: words.site },
  { to: '/admin/announcements', label: announcements },
  { to: '/forum/categories', label: words.forumCategories },
  { to: '/admin/rules', label: rules },
  { to: '/moderation/log', label: words.log },
] as const;
