import * as words from '@mbari/words/admin';
import { announcements } from '@mbari/words/announcements';
import { health } from '@mbari/words/community-health';
import { filters } from '@mbari/words/filters';
import { mode as joining } from '@mbari/words/joining';
import { rules } from '@mbari/words/rules';

export const adminSections = [
  { to: '/admin/health', label: health },
  { to: '/admin/members', label: words.members },
  { to: '/admin/site', label: words.site },
  { to: '/admin/announcements', label: announcements },
  { to: '/admin/joining', label: joining },
  { to: '/admin/filters', label: filters },
  { to: '/admin/categories', label: words.categories },
  { to: '/admin/rules', label: rules },
  { to: '/moderation/log', label: words.log },
] as const;
