import type { Account } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';

export const roleWords: Readonly<Record<Account['role'], string>> = {
  member: words.member,
  moderator: words.moderator,
  admin: words.admin,
};
