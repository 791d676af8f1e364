import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { passkeys } from '../table.ts';

export const insertChallenge = (db: Statements, challengeHash: Buffer, memberId: string | null) =>
  db.run(`insert into passkey_challenges (challenge_hash, member_id, expires_at) values ($1, $2, now() + interval '5 minutes')`, [
    challengeHash,
    memberId,
  ]);

/** Returns 0 if the challenge is used, expired or another member's. */
export const deleteChallenge = (db: Statements, challengeHash: Buffer, memberId: string | null) =>
  db.run('delete from passkey_challenges where challenge_hash = $1 and member_id is not distinct from $2::uuid and expires_at > now()', [
    challengeHash,
    memberId,
  ]);

export const deleteExpiredChallenges = (db: Statements) => db.run('delete from passkey_challenges where expires_at <= now()');

export const findOwner = (db: Statements, memberId: string) =>
  db.row<{ email: string; name: string }>('select email, name from members where id = $1', [memberId]);

const shown = passkeys.pick('id', 'name', 'created_at', 'used_at', 'is_synced');

export type PasskeyRow = Row<typeof shown>;

export const listPasskeys = (db: Statements, memberId: string) =>
  db.rows<PasskeyRow>(`select ${shown.names} from passkeys where member_id = $1 order by id`, [memberId]);

export const listCredentials = (db: Statements, memberId: string) =>
  db.rows<Pick<Row<typeof passkeys>, 'credential_id' | 'transports'>>(
    'select credential_id, transports from passkeys where member_id = $1 order by id',
    [memberId],
  );

const newPasskey = passkeys.pick('id', 'member_id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'is_synced');

export const insertPasskey = (tx: Statements, passkey: NewRow<typeof newPasskey>) =>
  tx.row<PasskeyRow>(
    `insert into passkeys (${newPasskey.names}) select ${newPasskey.names} from ${newPasskey.from('$1')}
     on conflict (credential_id) do nothing returning ${shown.names}`,
    [newPasskey.record(passkey)],
  );

export const updatePasskeyName = (db: Statements, memberId: string, id: string, name: string) =>
  db.row<PasskeyRow>(`update passkeys set name = $3 where id = $2 and member_id = $1 returning ${shown.names}`, [memberId, id, name]);

export const deletePasskey = (tx: Statements, memberId: string, id: string) =>
  tx.row<{ name: string }>('delete from passkeys where id = $2 and member_id = $1 returning name', [memberId, id]);

const forSignIn = passkeys.pick('id', 'member_id', 'public_key', 'counter', 'is_synced');

export type SignInPasskey = Row<typeof forSignIn> & { is_suspended: boolean };

/** Skips accounts closed over 14 days ago. */
export const findPasskey = (db: Statements, credentialId: Buffer) =>
  db.row<SignInPasskey>(
    `select ${forSignIn.of('p')}, m.suspended_at is not null as is_suspended
       from passkeys p join members m on m.id = p.member_id and (m.closed_at is null or m.closed_at > now() - interval '14 days')
      where p.credential_id = $1`,
    [credentialId],
  );

/** Returns 0 if the counter of an unsynced key did not increase: the key was copied. */
export const markPasskeyUsed = (tx: Statements, id: string, counter: number, isSynced: boolean) =>
  tx.run(
    `update passkeys set counter = $2, is_synced = $3, used_at = now()
      where id = $1 and (is_synced or counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, isSynced],
  );
