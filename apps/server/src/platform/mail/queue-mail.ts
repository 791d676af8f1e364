import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { newId } from '../ids.ts';
import { addJob, addJobs } from '../jobs/add-job.ts';
import type { Notice } from './notices.ts';

export const resetTokens = 'password-reset-token';

/** Reason for a mail: ids and words. Its link and text are composed when the mail is sent, if the reason still applies. */
type MailOrder =
  /** Verification link after registering. If another member has verified the address, that member is mailed instead. */
  | { kind: 'registered'; member_id: string }
  | { kind: 'verify'; member_id: string }
  /** Like `verify`, for the newest pending account of an address, if any. */
  | { kind: 'verify_by_email'; email: string }
  | { kind: 'welcome'; member_id: string }
  /** Decision on a request to join. */
  | { kind: 'approved' | 'declined'; member_id: string }
  /** Joining was closed for an hour because too many registered (to admins), or no organiser was active for seven days (to organisers). */
  | { kind: 'joining_closed' | 'organisers_away'; member_id: string }
  | { kind: 'admin_added'; member_id: string; admin_id: string }
  /** A webhook was turned off, because its host failed too often (to admins). */
  | { kind: 'webhook_off'; member_id: string; host: string }
  /** Reset link. The token gives access to the account, so it is sealed. Sent only while the token is valid. */
  | { kind: 'reset'; member_id: string; sealed_token: string }
  /** Reset link to the owner of an account that was imported from another forum. */
  | { kind: 'claim'; member_id: string; sealed_token: string }
  /** Link to confirm a new address. If it belongs to another member, that member is mailed instead. */
  | { kind: 'change_email'; member_id: string; email: string }
  | { kind: 'email_changed'; member_id: string; old_email: string }
  /** A change to the account's sign-in; `detail` is for example a device's name. */
  | { kind: 'notice'; member_id: string; notice: Notice; detail?: string };

export type QueuedMail = MailOrder & {
  mail_id: string;
  /** Number of failed attempts. */
  tries: number;
};

export const queueMail = (tx: Statements, order: MailOrder): Promise<void> =>
  addJob(tx, 'send_mail', { ...order, mail_id: newId(), tries: 0 });

export const queueMails = (tx: Statements, orders: readonly MailOrder[]): Promise<void> =>
  addJobs(
    tx,
    'send_mail',
    orders.map((order) => ({ ...order, mail_id: newId(), tries: 0 })),
  );

/**
 * Counts a mail to an address that a request names. Returns false after ten mails to the address in an hour. The response
 * must not reveal that no mail is sent.
 */
export async function mayMail({ limits }: Pick<Context, 'limits'>, email: string): Promise<boolean> {
  await limits.count('mail by address', email);
  return (await limits.overrun('mail by address', email)) <= 1;
}
