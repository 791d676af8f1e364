import type { Statements } from '../../platform/db/database.ts';

interface Sanctioned {
  role: 'member' | 'moderator' | 'admin';
}

export const lockOpenAccount = (tx: Statements, memberId: string): Promise<Sanctioned | undefined> =>
  tx.row('select role from members where id = $1 and closed_at is null and email_verified_at is not null for no key update', [memberId]);

export const addWarning = (tx: Statements, moderationId: string, memberId: string): Promise<number> =>
  tx.run('insert into warnings (moderation_id, member_id) values ($1, $2)', [moderationId, memberId]);

export const setAcknowledged = (db: Statements, memberId: string, moderationId: string): Promise<number> =>
  db.run('update warnings set acknowledged_at = coalesce(acknowledged_at, now()) where moderation_id = $2 and member_id = $1', [
    memberId,
    moderationId,
  ]);

/** A second silence replaces end and reason. */
export const setSilenced = (tx: Statements, memberId: string, until: Date | null, reason: string): Promise<number> =>
  tx.run('update members set silenced_at = now(), silenced_until = $2, silence_reason = $3 where id = $1', [memberId, until, reason]);

/** Returns 1 also if the silence had already expired. */
export const endSilenced = (tx: Statements, memberId: string): Promise<number> =>
  tx.run('update members set silenced_at = null, silenced_until = null, silence_reason = null where id = $1 and silenced_at is not null', [
    memberId,
  ]);
