import * as limits from '@mbari/contract/platform/limits';
import { members } from '../../people/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { addressProved } from '../../platform/visibility/members.ts';
import { identities, sessions } from '../table.ts';

const account = members.pick('id', 'email', 'password_hash');

export type Account = Row<typeof account> & { email_verified: boolean };

/** Lists the verified and the newest pending account. Skips accounts closed over 14 days ago. */
export const listAccounts = (db: Statements, email: string) =>
  db.rows<Account>(
    `select distinct on (${addressProved('m')}) ${account.of('m')}, ${addressProved('m')} as email_verified
       from members m where m.email = $1 and (m.closed_at is null or m.closed_at > now() - interval '14 days')
      order by ${addressProved('m')}, m.email_verified_at is null, m.id desc`,
    [email],
  );

interface PendingAccount {
  id: string;
  email: string;
  email_verified: boolean;
}

export const findAddress = (db: Statements, memberId: string) =>
  db.row<PendingAccount>(
    `select m.id, m.email, ${addressProved('m')} as email_verified, m.awaits_approval_since is not null as awaits_approval
       from members m where m.id = $1 and m.is_live`,
    [memberId],
  );

export interface AccountStatus {
  email_verified: boolean;
  is_suspended: boolean;
  is_closed: boolean;
}

/** Locks the account. Returns nothing if its password hash has changed. */
export const lockPassword = (tx: Statements, memberId: string, passwordHash: string | null) =>
  tx.row<AccountStatus>(
    `select ${addressProved('m')} as email_verified, m.suspended_at is not null as is_suspended, m.closed_at is not null as is_closed
       from members m where m.id = $1 and m.password_hash is not distinct from $2 for no key update`,
    [memberId, passwordHash],
  );

interface OwnerProof {
  password_hash: string | null;
  is_recent: boolean;
}

export const findOwnerProof = (db: Statements, memberId: string, sessionId: string) =>
  db.row<OwnerProof>(
    `select m.password_hash, s.created_at > now() - interval '15 minutes' as is_recent
       from members m join sessions s on s.member_id = m.id and s.id = $2 where m.id = $1`,
    [memberId, sessionId],
  );

interface SignInMethods {
  has_password: boolean;
  email: string;
  pending_email: string | null;
  has_totp: boolean;
  recovery_codes_left: number;
}

/** Requests older than an hour have expired. */
export const findSignInMethods = (db: Statements, memberId: string) =>
  db.row<SignInMethods>(
    `select m.password_hash is not null as has_password, m.email,
            (select c.email from email_changes c where c.member_id = m.id and c.created_at > now() - interval '1 hour') as pending_email,
            exists (select from totp_secrets t where t.member_id = m.id and t.confirmed_at is not null) as has_totp,
            (select count(*)::int from recovery_codes r where r.member_id = m.id and r.used_at is null) as recovery_codes_left
       from members m where m.id = $1`,
    [memberId],
  );

const linked = identities.pick('id', 'issuer', 'email', 'created_at');

export const listIdentities = (db: Statements, memberId: string) =>
  db.rows<Row<typeof linked>>(
    `select ${linked.names} from identities where member_id = $1 order by created_at, issuer, subject limit 100`,
    [memberId],
  );

const newSession = sessions.pick('id', 'member_id', 'refresh_hash', 'device_name', 'device_browser', 'device_system');

/** Ends the least recently used sessions beyond the limit. */
export const insertSession = (tx: Statements, session: NewRow<typeof newSession>, tokenHash: Buffer) =>
  tx.run(
    `with evicted_sessions as (
       delete from sessions where id in (
         select id from (select id, row_number() over (order by used_at desc, id desc) as rank from sessions where member_id = $2) s
          where rank >= ${limits.sessions})),
     new_session as (insert into sessions (${newSession.names}) select ${newSession.names} from ${newSession.from('$1')} returning id)
     insert into session_tokens (token_hash, session_id, expires_at) select $3, id, now() + interval '1 hour' from new_session`,
    [newSession.record(session), session.member_id, tokenHash],
  );

/** Returns 0 if the session has ended. */
export const insertToken = (tx: Statements, sessionId: string, tokenHash: Buffer) =>
  tx.run(
    `insert into session_tokens (token_hash, session_id, expires_at)
     select $1, s.id, now() + interval '1 hour' from sessions s where s.id = $2 for key share of s`,
    [tokenHash, sessionId],
  );

interface SessionToRefresh {
  id: string;
  /** The given secret is the previous one: from a second tab or a thief. */
  is_previous: boolean;
  /** The current secret is at most five seconds old. */
  is_fresh: boolean;
}

const isUnexpired = `(s.used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days')`;

/** Skips sessions unused for 30 days or older than 180, and members who may not sign in. */
export const findSession = (db: Statements, refreshHash: Buffer) =>
  db.row<SessionToRefresh>(
    `select s.id, s.refresh_hash <> $1 as is_previous, s.refreshed_at >= now() - interval '5 seconds' as is_fresh
       from sessions s join members m on m.id = s.member_id and m.is_live
      where (s.refresh_hash = $1 or s.previous_refresh_hash = $1) and ${isUnexpired}`,
    [refreshHash],
  );

/** Returns 0 if a concurrent call has rotated the secret. */
export const rotateSession = (tx: Statements, refreshHash: Buffer, newHash: Buffer) =>
  tx.run(
    `update sessions set previous_refresh_hash = refresh_hash, refresh_hash = $2, refreshed_at = now(), used_at = now()
      where refresh_hash = $1`,
    [refreshHash, newHash],
  );

const listed = sessions.pick('id', 'device_name', 'device_browser', 'device_system', 'created_at', 'used_at');

export type ListedSession = Row<typeof listed> & { is_current: boolean };

export const listSessions = (db: Statements, memberId: string, currentId: string) =>
  db.rows<ListedSession>(
    `select ${listed.of('s')}, s.id = $2 as is_current from sessions s
      where s.member_id = $1 and (s.id = $2 or ${isUnexpired}) order by s.id = $2 desc, s.used_at desc, s.id desc limit ${limits.sessions}`,
    [memberId, currentId],
  );

export const deleteSessionOf = (db: Statements, memberId: string, sessionId: string) =>
  db.run('delete from sessions where member_id = $1 and id = $2', [memberId, sessionId]);

/** Serialises changes of a member's sign-in methods. */
export const lockMember = (tx: Statements, memberId: string) => tx.run('select from members where id = $1 for no key update', [memberId]);

export const findSessionOf = (tx: Statements, memberId: string, sessionId: string) =>
  tx.row('select from sessions where member_id = $1 and id = $2', [memberId, sessionId]);

export const deleteSession = (db: Statements, sessionId: string) => db.run('delete from sessions where id = $1', [sessionId]);

/** Ends a session if the sent secret is older than its last two. Spares a session refreshed within five seconds. */
export const deleteSessionWithOldSecret = (db: Statements, sessionId: string, refreshHash: Buffer) =>
  db.run(
    `delete from sessions where id = $1 and refresh_hash <> $2 and previous_refresh_hash <> $2
        and refreshed_at < now() - interval '5 seconds'`,
    [sessionId, refreshHash],
  );

export const deleteSessionsExcept = (tx: Statements, memberId: string, sessionId: string | null) =>
  tx.run('delete from sessions where member_id = $1 and ($2::uuid is null or id <> $2)', [memberId, sessionId]);

export const deleteExpiredTokens = (db: Statements) => db.run('delete from session_tokens where expires_at <= now()');

export const deleteEndedSessions = (db: Statements) =>
  db.run(`delete from sessions where used_at <= now() - interval '30 days' or created_at <= now() - interval '180 days'`);

/** Stores nothing if a confirmed secret exists. */
export const upsertSecret = (db: Statements, memberId: string, sealedSecret: string) =>
  db.row<{ email: string }>(
    `insert into totp_secrets (member_id, sealed_secret) values ($1, $2)
     on conflict (member_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
       where totp_secrets.confirmed_at is null
     returning (select email from members where id = $1) as email`,
    [memberId, sealedSecret],
  );

export interface SecretRow {
  sealed_secret: string;
  is_confirmed: boolean;
}

export const findSecret = (db: Statements, memberId: string) =>
  db.row<SecretRow>('select sealed_secret, confirmed_at is not null as is_confirmed from totp_secrets where member_id = $1', [memberId]);

/** Returns 0 if the secret was replaced or is already confirmed. */
export const confirmSecret = (tx: Statements, memberId: string, sealedSecret: string, step: number) =>
  tx.run(
    `update totp_secrets set confirmed_at = now(), last_step = $3
      where member_id = $1 and sealed_secret = $2 and confirmed_at is null`,
    [memberId, sealedSecret, step],
  );

/** Returns 0 if a code of this time step or a later one was used. */
export const consumeStep = (tx: Statements, memberId: string, step: number) =>
  tx.run('update totp_secrets set last_step = $2 where member_id = $1 and confirmed_at is not null and last_step < $2', [memberId, step]);

/** Returns 0 if the member has no confirmed secret. */
export const lockSecret = (tx: Statements, memberId: string) =>
  tx.run('select 1 from totp_secrets where member_id = $1 and confirmed_at is not null for update', [memberId]);

export const deleteSecret = (tx: Statements, memberId: string) =>
  tx.row<{ was_confirmed: boolean }>('delete from totp_secrets where member_id = $1 returning confirmed_at is not null as was_confirmed', [
    memberId,
  ]);

export const deleteRecoveryCodes = (tx: Statements, memberId: string) =>
  tx.run('delete from recovery_codes where member_id = $1', [memberId]);

export const insertRecoveryCodes = (tx: Statements, memberId: string, hashes: readonly Buffer[]) =>
  tx.run('insert into recovery_codes (member_id, code_hash) select $1, unnest($2::bytea[])', [memberId, hashes]);

/** Returns 0 for a used or unknown code. */
export const consumeRecoveryCode = (tx: Statements, memberId: string, hash: Buffer) =>
  tx.run('update recovery_codes set used_at = now() where member_id = $1 and code_hash = $2 and used_at is null', [memberId, hash]);

export const findMemberByUsernameOrEmail = (db: Statements, usernameOrEmail: string) =>
  db.row<{ id: string }>('select id from members where username = $1 or (email = $1 and email_verified_at is not null)', [usernameOrEmail]);

export const countSecrets = (db: Statements) =>
  db.row<{ total: number }>('select count(*)::int as total from totp_secrets where confirmed_at is not null');

export const deleteAllSecrets = (tx: Statements) =>
  tx.rows<{ member_id: string; was_confirmed: boolean }>(
    'delete from totp_secrets returning member_id, confirmed_at is not null as was_confirmed',
  );

export const deleteAllRecoveryCodes = (tx: Statements) => tx.run('delete from recovery_codes');
