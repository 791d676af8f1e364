import type { Statements } from './db/database.ts';
export const lockAccountByUsernameOrEmail = async (tx: Statements, usernameOrEmail: string): Promise<string | undefined> =>
  (
    await tx.row<{ id: string }>(
      'select id from members where username = $1 or (email = $1 and email_verified_at is not null) for no key update',
      [usernameOrEmail.trim().toLowerCase()],
    )
  )?.id;

/** Locks members in the order of their ids, which every transaction must follow to avoid deadlocks. Returns the ids found. */
export const lockAccounts = async (tx: Statements, ids: readonly string[]): Promise<string[]> =>
  (await tx.rows<{ id: string }>('select id from members where id = any($1::uuid[]) order by id for no key update', [ids])).map(
    ({ id }) => id,
  );

/** Stores the acceptance of the current version. Returns 0 for another version. */
export const addAcceptance = (tx: Statements, memberId: string, version: number) =>
  tx.run(
    `insert into rules_acceptances (member_id, version) select $1, v.version from rules_version v where v.version = $2 and v.version > 0
     on conflict (member_id) do update set version = excluded.version,
       accepted_at = case when rules_acceptances.version = excluded.version then rules_acceptances.accepted_at else excluded.accepted_at end`,
    [memberId, version],
  );
