import type { Statements } from '../../db/database.ts';
import { lockMembersWithRoles, setRoleById } from './queries.ts';

/** Locks those of these accounts that are open and verified, in the order of their ids, and answers their roles. */
export const lockAccountsWithRoles = (tx: Statements, ids: readonly string[]) => lockMembersWithRoles(tx, ids);

export const setRoleOf = (tx: Statements, memberId: string, role: 'member' | 'moderator' | 'admin'): Promise<number> =>
  setRoleById(tx, memberId, role);
