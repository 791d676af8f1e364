import type { Account } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { roleWords } from '~/platform/lib/role-words.ts';

export const stateWords: Readonly<Record<Account['state'], string>> = {
  live: words.live,
  pending: words.pending,
  waiting: words.waiting,
  suspended: words.suspended,
  closed: words.closed,
};

export const roleChoices = Object.entries(roleWords) as [Account['role'], string][];
export const stateChoices = Object.entries(stateWords) as [Account['state'], string][];
