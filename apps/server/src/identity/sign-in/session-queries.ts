import * as limits from '@mbari/contract/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Device } from '../../platform/device.ts';

export interface NewSession extends Device {
  id: string;
  member_id: string;
  refresh_hash: Buffer;
  /** Of its first bearer token. */
  token_hash: Buffer;
}

/** With its first token, good for an hour. Beyond the most that a member may have, those unused the longest end. */
export const addSession = (tx: Statements, session: NewSession) =>
  tx.run(
    `with ended as (
       delete from sessions where id in (
         select id from (select id, row_number() over (order by used_at desc, id desc) as rank from sessions where member_id = $2) s
          where rank >= ${limits.sessions})),
     started as (insert into sessions (id, member_id, refresh_hash, device_name, device_browser, device_system)
                 values ($1, $2, $3, $4, $6, $7) returning id)
     insert into session_tokens (token_hash, session_id, expires_at) select $5, id, now() + interval '1 hour' from started`,
    [
      session.id,
      session.member_id,
      session.refresh_hash,
      session.device_name,
      session.token_hash,
      session.device_browser,
      session.device_system,
    ],
  );

/** Good for an hour. 0 where the session ended meanwhile: none begins or goes on behind a sign-out. */
export const addToken = (tx: Statements, sessionId: string, tokenHash: Buffer) =>
  tx.run(
    `insert into session_tokens (token_hash, session_id, expires_at)
     select $1, s.id, now() + interval '1 hour' from sessions s where s.id = $2 for key share of s`,
    [tokenHash, sessionId],
  );

export interface FoundSession {
  id: string;
  /** The secret is the one before the current: a second tab within seconds, somebody else later. */
  is_previous: boolean;
  /** Its rotation is at most five seconds old. */
  is_fresh: boolean;
}

const isGood = `(s.used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days')`;

/** Whose refresh secret it is. Sessions unused for 30 days, older than 180, and those of members who may not come in, are nobody's. */
export const findSession = (db: Statements, refreshHash: Buffer) =>
  db.row<FoundSession>(
    `select s.id, s.refresh_hash <> $1 as is_previous, s.refreshed_at >= now() - interval '5 seconds' as is_fresh
       from sessions s join members m on m.id = s.member_id and m.is_live
      where (s.refresh_hash = $1 or s.previous_refresh_hash = $1) and ${isGood}`,
    [refreshHash],
  );

/** 1 for the one who trades the secret in, 0 for all who come with it at the same time. */
export const rotateSession = (tx: Statements, refreshHash: Buffer, newHash: Buffer) =>
  tx.run(
    `update sessions set previous_refresh_hash = refresh_hash, refresh_hash = $2, refreshed_at = now(), used_at = now()
      where refresh_hash = $1`,
    [refreshHash, newHash],
  );

export interface ListedSession extends Device {
  id: string;
  created_at: Date;
  used_at: Date;
  is_current: boolean;
}

/** The asking one first, then the latest used. */
export const listSessions = (db: Statements, memberId: string, currentId: string) =>
  db.rows<ListedSession>(
    `select s.id, s.device_name, s.device_browser, s.device_system, s.created_at, s.used_at, s.id = $2 as is_current from sessions s
      where s.member_id = $1 and (s.id = $2 or ${isGood}) order by s.id = $2 desc, s.used_at desc, s.id desc limit ${limits.sessions}`,
    [memberId, currentId],
  );

export const removeSessionOf = (db: Statements, memberId: string, sessionId: string) =>
  db.run('delete from sessions where member_id = $1 and id = $2', [memberId, sessionId]);

/** Whoever changes the ways into the account, in this session or another, is done before or waits until the transaction is over. */
export const lockMember = (tx: Statements, memberId: string) => tx.run('select from members where id = $1 for no key update', [memberId]);

export const findSessionOf = (tx: Statements, memberId: string, sessionId: string) =>
  tx.row('select from sessions where member_id = $1 and id = $2', [memberId, sessionId]);

export const removeSession = (db: Statements, sessionId: string) => db.run('delete from sessions where id = $1', [sessionId]);

/** Ends a session of which somebody has a secret from before the last two. Of tabs that hurry, one may come as late within seconds. */
export const removeSessionBehind = (db: Statements, sessionId: string, refreshHash: Buffer) =>
  db.run(
    `delete from sessions where id = $1 and refresh_hash <> $2 and previous_refresh_hash <> $2
        and refreshed_at < now() - interval '5 seconds'`,
    [sessionId, refreshHash],
  );

/** All sessions of a member but one; all, where none is named. */
export const removeSessionsExcept = (tx: Statements, memberId: string, sessionId: string | null) =>
  tx.run('delete from sessions where member_id = $1 and ($2::uuid is null or id <> $2)', [memberId, sessionId]);

export const removeExpiredTokens = (db: Statements) => db.run('delete from session_tokens where expires_at <= now()');

export const removeEndedSessions = (db: Statements) =>
  db.run(`delete from sessions where used_at <= now() - interval '30 days' or created_at <= now() - interval '180 days'`);
