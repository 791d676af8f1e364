import { createHash } from 'node:crypto';
import { deliver } from '../adapters/mailer.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../http/viewer.ts';
import { newId } from '../ids.ts';
import { addJob, type Task } from '../jobs/add-job.ts';
import { offeredLocale } from '../languages.ts';
import { isLocalhostOnly } from '../localhost.ts';
import { addressLink, linkLasts } from './address-link.ts';
import { deliverMail, recordGivenUp } from './deliver-mail.ts';
import { composeMail, type MailContent, mailSite } from './mail-layout.ts';
import { noticeAction } from './notices.ts';
import {
  findAskedAddress,
  findNewestPending,
  findOwnerOfAddress,
  findRecipient,
  findRecipientOfNotice,
  findResetting,
  type Recipient,
} from './queries.ts';
import { type QueuedMail, resetTokens } from './queue-mail.ts';

/** Maximum tries: about four days without connection, or half an hour of permanent refusals. */
const triesAtMost = { unreachable: 4_000, refused: 20 };

export const sendMail: Task<QueuedMail> = async (order, { context }) => {
  const due = await findDueMail(context, order);
  if (due === null) return;
  const { to, content } = due;
  // Uses the recipient's language, because another member may have caused the mail.
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, to.locale) ?? site.languages.default;
  const mail = {
    id: order.mail_id,
    to: { name: to.name, address: to.email },
    memberId: to.id,
    site: site.name,
    ...composeMail(mailSite(context.config, site), content, locale),
  };
  try {
    await deliverMail(context, order.kind, mail);
  } catch (error) {
    await tryAgain(context, order, error);
    return;
  }
  if (mayAnnounce(context)) announce(mail.to.address, mail.subject, content.link);
};

interface DueMail {
  to: Recipient;
  content: MailContent;
}

async function findDueMail(context: Context, order: QueuedMail): Promise<DueMail | null> {
  const page = (path: string): string => new URL(path, context.config.publicUrl).href;
  switch (order.kind) {
    case 'registered':
    case 'verify': {
      const to = await findRecipient(context.db, order.member_id);
      return to ? verification(context, to) : null;
    }
    case 'verify_by_email': {
      const to = await findNewestPending(context.db, order.email);
      return to ? verification(context, to) : null;
    }
    case 'welcome':
    case 'approved':
    case 'declined':
    case 'joining_closed':
    case 'organisers_away': {
      const to = await findRecipient(context.db, order.member_id);
      const link = page(order.kind === 'joining_closed' ? '/admin/joining' : '/');
      return to ? { to, content: { kind: order.kind, name: to.name, link } } : null;
    }
    case 'admin_added': {
      const [to, added] = await Promise.all([findRecipient(context.db, order.member_id), findRecipient(context.db, order.admin_id)]);
      return to && added ? { to, content: { kind: order.kind, name: to.name, about: added.name, link: page('/admin/members') } } : null;
    }
    case 'webhook_off': {
      const to = await findRecipient(context.db, order.member_id);
      return to ? { to, content: { kind: order.kind, name: to.name, about: order.host, link: page('/admin/webhooks') } } : null;
    }
    case 'reset':
    case 'claim':
      return resetting(context, order);
    case 'change_email':
      return changeOfAddress(context, order);
    case 'email_changed': {
      const to = await findRecipientOfNotice(context.db, order.member_id);
      return to ? { to: { ...to, email: order.old_email }, content: { kind: 'email_changed', name: to.name, link: page('/login') } } : null;
    }
    case 'notice': {
      const to = await findRecipientOfNotice(context.db, order.member_id);
      // An unverified address may belong to somebody else.
      if (!to?.email_verified) return null;
      const { notice, detail } = order;
      const link = page(noticeAction(notice).path);
      return { to, content: { kind: 'notice', name: to.name, link, notice, detail } };
    }
  }
}

/**
 * Composes the verification mail. If another member has verified the address, that member gets a sign-in link instead, and the pending
 * account expires.
 */
async function verification(context: Context, to: Recipient): Promise<DueMail | null> {
  if (to.email_verified) return null;
  const owner = await findOwnerOfAddress(context.db, to.email);
  if (owner) return { to: owner, content: { kind: 'known', name: owner.name, link: new URL('/login', context.config.publicUrl).href } };
  const expiresAt = new Date(context.now().getTime() + linkLasts);
  return { to, content: { kind: 'verify', name: to.name, link: addressLink(context, 'verify-email', to, expiresAt) } };
}

type ResetMail = Extract<QueuedMail, { kind: 'reset' | 'claim' }>;

async function resetting({ db, secrets, config, log }: Context, order: ResetMail): Promise<DueMail | null> {
  const token = secrets.unseal(resetTokens, order.sealed_token);
  if (token === null) {
    log.error({ mail: order.mail_id, kind: order.kind }, 'a mail was given up: it was queued under another signing key');
    return null;
  }
  const to = await findResetting(db, order.member_id, createHash('sha256').update(token).digest());
  if (!to) return null;
  const link = new URL('/reset-password', config.publicUrl);
  link.searchParams.set('token', token);
  link.searchParams.set('email', to.email);
  return { to, content: { kind: order.kind, name: to.name, link: link.href } };
}

/** The link expires an hour after the request, not after sending. */
async function changeOfAddress(context: Context, order: { member_id: string; email: string }): Promise<DueMail | null> {
  const to = await findAskedAddress(context.db, order.member_id, order.email);
  if (!to) return null;
  const owner = await findOwnerOfAddress(context.db, to.email);
  if (owner)
    return { to: owner, content: { kind: 'email_wanted', name: owner.name, link: new URL('/login', context.config.publicUrl).href } };
  const expiresAt = new Date(to.asked_at.getTime() + linkLasts);
  if (expiresAt <= context.now()) return null;
  return { to, content: { kind: 'change_email', name: to.name, link: addressLink(context, 'change-email', to, expiresAt) } };
}

/** Retries soon, then about every 90 seconds, so mail flows shortly after the mail server is back. */
async function tryAgain(context: Context, order: QueuedMail, error: unknown): Promise<void> {
  const tries = order.tries + 1;
  const problem = { err: error, mail: order.mail_id, kind: order.kind, tries };
  if (tries >= (isRefused(error) ? triesAtMost.refused : triesAtMost.unreachable)) {
    context.log.error(problem, 'a mail was given up');
    return recordGivenUp(context, order.mail_id);
  }
  context.log.warn(problem, 'a mail could not be sent and will be tried again');
  const seconds = Math.min(5 * 2 ** (tries - 1), 90) * (0.8 + 0.2 * Math.random());
  await addJob(context.db, 'send_mail', { ...order, tries }, { runAt: new Date(Date.now() + seconds * 1000) });
}

const isRefused = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;

/** Returns true if the console may show links: without a mail server on localhost, where nobody else reads it. */
const mayAnnounce = ({ config, log }: Context): boolean =>
  config.mail.smtpUrl === null && isLocalhostOnly(config) && log.level !== 'silent';

function announce(address: string, subject: string, link: string): void {
  process.stdout.write(`\n  Mail to ${address}: ${subject}\n  ${link}\n\n`);
}

interface TestMail {
  is_sent: boolean;
  to: string;
  /** Answer of the mail server word for word, or the file without one. */
  answer: string;
}

/** Sends a test mail to the member now, instead of by a job, and returns the answer. */
export async function sendTestMail(context: Context, memberId: string): Promise<TestMail> {
  const { db, config, limits, site } = context;
  const recipient = await findRecipient(db, memberId);
  if (!recipient) throw unauthenticated();
  const { id, name, email: to, locale } = recipient;
  await limits.spend('mail by address', to);
  const { languages, ...community } = await site.read();
  const link = new URL('/admin/system', config.publicUrl).href;
  const content = composeMail(
    mailSite(config, community),
    { kind: 'test', name, link },
    offeredLocale(languages, locale) ?? languages.default,
  );
  try {
    const answer = await deliver(config, { id: newId(), to: { name, address: to }, memberId: id, site: community.name, ...content });
    return { is_sent: true, to, answer };
  } catch (error) {
    return { is_sent: false, to, answer: (error as Error).message };
  }
}
