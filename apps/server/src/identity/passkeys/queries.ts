import type { Statements } from '../../platform/db/database.ts';

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

export interface Owner {
  email: string;
  name: string;
}

export const findOwner = (db: Statements, memberId: string) => db.row<Owner>('select email, name from members where id = $1', [memberId]);

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  used_at: Date | null;
  is_synced: boolean;
}

export interface CredentialRow {
  credential_id: Buffer;
  transports: string[];
}

export const listCredentials = (db: Statements, memberId: string) =>
  db.rows<CredentialRow>('select credential_id, transports from passkeys where member_id = $1 order by id', [memberId]);

export interface NewPasskey extends CredentialRow {
  id: string;
  member_id: string;
  public_key: Uint8Array;
  counter: number;
  name: string;
  is_synced: boolean;
}

export const insertPasskey = (tx: Statements, passkey: NewPasskey) =>
  tx.row<PasskeyRow>(
    `insert into passkeys (id, member_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
     returning id, name, created_at, used_at, is_synced`,
    [
      passkey.id,
      passkey.member_id,
      passkey.credential_id,
      Buffer.from(passkey.public_key),
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.is_synced,
    ],
  );

export const updatePasskeyName = (db: Statements, memberId: string, id: string, name: string) =>
  db.row<PasskeyRow>('update passkeys set name = $3 where id = $2 and member_id = $1 returning id, name, created_at, used_at, is_synced', [
    memberId,
    id,
    name,
  ]);

export const deletePasskey = (tx: Statements, memberId: string, id: string) =>
  tx.row<{ name: string }>('delete from passkeys where id = $2 and member_id = $1 returning name', [memberId, id]);

export interface SignInPasskey {
  id: string;
  member_id: string;
  public_key: Buffer;
  /** A string, because a bigint can exceed safe integers. */
  counter: string;
  is_synced: boolean;
  is_suspended: boolean;
}

/** Skips accounts closed over 14 days ago. */
export const findPasskey = (db: Statements, credentialId: Buffer) =>
  db.row<SignInPasskey>(
    `select p.id, p.member_id, p.public_key, p.counter, p.is_synced,
            m.suspended_at is not null as is_suspended
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
