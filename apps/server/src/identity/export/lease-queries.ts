import type { Statements } from '../../platform/db/database.ts';

// One export per member across all nodes.

/** Takes the lease for 30 seconds. Returns false while another export holds it. */
export const acquireLease = async (db: Statements, memberId: string, holder: string): Promise<boolean> =>
  (await db.run(
    `insert into export_leases as l (member_id, holder, ends_at) select id, $2, now() + interval '30 seconds' from members where id = $1
     on conflict (member_id) do update set holder = excluded.holder, ends_at = excluded.ends_at where l.ends_at < now()`,
    [memberId, holder],
  )) > 0;

/** Extends the lease to 30 seconds from now. */
export const renewLease = (db: Statements, memberId: string, holder: string): Promise<number> =>
  db.run(`update export_leases set ends_at = now() + interval '30 seconds' where member_id = $1 and holder = $2`, [memberId, holder]);

export const isExportRunning = async (db: Statements, memberId: string): Promise<boolean> =>
  (await db.row('select from export_leases where member_id = $1 and ends_at > now()', [memberId])) !== undefined;

export const releaseLease = (db: Statements, memberId: string, holder: string): Promise<number> =>
  db.run('delete from export_leases where member_id = $1 and holder = $2', [memberId, holder]);
