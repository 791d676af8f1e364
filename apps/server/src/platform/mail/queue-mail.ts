import type { Statements } from '../db/database.ts';
import { newId } from '../ids.ts';
import { addJob, addJobs } from '../jobs/add-job.ts';
import type { Notice } from './notices.ts';

/** What tokens of links to a new password are sealed for. */
export const resetTokens = 'password-reset-token';

/**
 * What a mail is about: ids and words, never a link or its text. Those are made when it is sent, from how
 * things stand then; what is no longer true is not sent.
 */
export type MailOrder =
  /** To somebody who just registered: the link. Where the address is a verified member's already, that member is mailed instead. */
  | { kind: 'registered'; member_id: string }
  /** Another verification mail for one pending account. */
  | { kind: 'verify'; member_id: string }
  /** Another verification mail for the newest pending account of an address. Does nothing if there is none. */
  | { kind: 'verify_by_email'; email: string }
  | { kind: 'welcome'; member_id: string }
  /** To whoever asked to join: organisers let them in, or did not. */
  | { kind: 'approved' | 'declined'; member_id: string }
  /** To an admin, where so many registered that joining is closed for an hour; to an organiser, where none was here for seven days. */
  | { kind: 'joining_closed' | 'organisers_away'; member_id: string }
  /** Tells an admin that another member became an admin. */
  | { kind: 'admin_added'; member_id: string; admin_id: string }
  /** The link that sets a new password. Its token opens the account, so it waits sealed; sent as long as it is good. */
  | { kind: 'reset'; member_id: string; sealed_token: string }
  /** The link to the address that a member asked to have. Where it is another member's already, that one is mailed instead. */
  | { kind: 'change_email'; member_id: string; email: string }
  /** To the address that was the member's until now. */
  | { kind: 'email_changed'; member_id: string; old_email: string }
  /** Something about how one gets into the account was changed; `detail` says which, such as a device's name. */
  | { kind: 'notice'; member_id: string; notice: Notice; detail?: string };

export type QueuedMail = MailOrder & {
  /** Id of the mail itself, the same at every try. */
  mail_id: string;
  /** How often it was tried before. */
  tries: number;
};

/** Queues a mail with the write that gives reason for it. */
export const queueMail = (tx: Statements, order: MailOrder): Promise<void> =>
  addJob(tx, 'send_mail', { ...order, mail_id: newId(), tries: 0 });

export const queueMails = (tx: Statements, orders: readonly MailOrder[]): Promise<void> =>
  addJobs(
    tx,
    'send_mail',
    orders.map((order) => ({ ...order, mail_id: newId(), tries: 0 })),
  );
