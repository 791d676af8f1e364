import type { Statements } from '../db/database.ts';
/** As `setRole`. */
export const lockMemberCalled = (tx: Statements, who: string) =>
  tx.row<{ id: string }>('select id from members where username = $1 or (email = $1 and email_verified_at is not null) for no key update', [
    who,
  ]);

/** Locks those of them who are there, in the order of their ids. */
export const lockMembers = (tx: Statements, ids: readonly string[]) =>
  tx.rows<{ id: string }>('select id from members where id = any($1::uuid[]) order by id for no key update', [ids]);
