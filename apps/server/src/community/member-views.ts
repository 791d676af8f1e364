import type { Account } from '@mbari/contract/shapes/admin-members';
import { viewAuthor } from '../platform/members/views.ts';
import type { AccountRow } from './member-queries.ts';

export const viewAccount = (row: AccountRow): Account => ({
  ...viewAuthor(row),
  email: row.email,
  role: row.role,
  state: row.state,
  created_at: row.created_at.toISOString(),
});
