import type { Statements } from '../db/database.ts';
import { addressProved, blocksMailbox } from '../visibility/members.ts';

export interface Recipient {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  locale: string | null;
}

const columns = `m.id, m.name, m.email, ${addressProved('m')} as email_verified, m.locale`;

export const findRecipient = (db: Statements, memberId: string) =>
  db.row<Recipient>(`select ${columns} from members m where m.id = $1 and m.is_live`, [memberId]);

export const findRecipientOfNotice = (db: Statements, memberId: string) =>
  db.row<Recipient>(`select ${columns} from members m where m.id = $1`, [memberId]);

/**
 * Returns the member who verified the address or awaits approval. If there is none, returns a suspended member with the same blocked
 * mailbox.
 */
export const findOwnerOfAddress = (db: Statements, email: string) =>
  db.row<Recipient>(
    `select ${columns} from members m
      where (m.email = $1 and ${addressProved('m')})
         or ${blocksMailbox('m', '$1')}
      order by m.email <> $1, m.email_verified_at is null limit 1`,
    [email],
  );

export const findNewestPending = (db: Statements, email: string) =>
  db.row<Recipient>(
    `select ${columns} from members m where m.email = $1 and not ${addressProved('m')} and m.is_live order by m.id desc limit 1`,
    [email],
  );

/** Returns the member's request to change to this address, unless a newer request replaced it. */
export const findAskedAddress = (db: Statements, memberId: string, email: string) =>
  db.row<Recipient & { asked_at: Date }>(
    `select m.id, m.name, c.email, ${addressProved('m')} as email_verified, m.locale, c.created_at as asked_at
       from email_changes c join members m on m.id = c.member_id and m.is_live where c.member_id = $1 and c.email = $2`,
    [memberId, email],
  );

/** Returns the owner of a valid reset token, even of a closed account. */
export const findResetting = (db: Statements, memberId: string, tokenHash: Buffer) =>
  db.row<Recipient>(
    `select ${columns} from password_resets r join members m on m.id = r.member_id and m.email = r.email and m.suspended_at is null
      where r.member_id = $1 and r.token_hash = $2 and r.expires_at > now()`,
    [memberId, tokenHash],
  );

export const listMembersThere = (db: Statements, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows('select id from members where id = any($1::uuid[])', [ids]);

/** Adds a sent mail to today's tally. */
export const raiseTally = (db: Statements, measure: 'mails', zone: string): Promise<number> =>
  db.run(
    `insert into daily_tallies as t (measure, day, value) values ($1, (now() at time zone $2)::date, 1)
     on conflict (measure, day) do update set value = t.value + 1`,
    [measure, zone],
  );

interface MailFailure {
  mail_id: string;
  member_id: string;
  kind: string;
  recipient: string;
  reason: string;
}

export const upsertMailFailure = (db: Statements, { mail_id, member_id, kind, recipient, reason }: MailFailure): Promise<number> =>
  db.run(
    `insert into mail_failures as f (mail_id, member_id, kind, recipient, reason) values ($1, $2, $3, $4, $5)
     on conflict (mail_id) do update set reason = excluded.reason, tries = f.tries + 1, failed_at = excluded.failed_at`,
    [mail_id, member_id, kind, recipient, reason],
  );

export const deleteMailFailure = (db: Statements, mailId: string): Promise<number> =>
  db.run('delete from mail_failures where mail_id = $1', [mailId]);

export const setMailGivenUp = (db: Statements, mailId: string): Promise<number> =>
  db.run('update mail_failures set given_up = true where mail_id = $1', [mailId]);
