import type { ForumSettings } from '@mbari/contract/people/members';
import { wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import { type PageReader, plainPage } from '../../platform/http/plain-page.ts';
import { escapeHtml } from '../../platform/mail/mail-layout.ts';
import { updateEmailPreferences } from './queries.ts';

type Signing = Pick<Context, 'secrets' | 'config'>;

const purpose = 'unsubscribe';

/** Returns a link that works without sign-in and never expires, because mail clients keep old mails. */
export const unsubscribeLink = ({ secrets, config }: Signing, memberId: string): string =>
  new URL(`/unsubscribe/${memberId}/${secrets.sign(purpose, memberId)}`, config.publicUrl).href;

export const isUnsubscribeLink = ({ secrets }: Pick<Signing, 'secrets'>, memberId: string, signature: string): boolean =>
  secrets.isSigned(purpose, memberId, signature);

type EmailPreferences = ForumSettings['email_notification_preferences'];

const allOff: EmailPreferences = {
  likes: 'off',
  comments: 'off',
  follows: 'off',
  mentions: 'off',
  replies: 'off',
  forum: 'off',
  challenges: 'off',
  messages: 'off',
  digest: 'off',
};

/** Turns off all mails, also for members who cannot sign in. */
export async function turnOffMails(context: Context, memberId: string): Promise<void> {
  // Separate limit, so saving settings often does not block unsubscribing.
  await context.limits.spend('end mails by member', memberId);
  await updateEmailPreferences(context.db, memberId, allOff);
}

export function unsubscribePage(reader: PageReader): string {
  const { activityMails } = wordsFor(reader.locale);
  return plainPage(reader, {
    title: escapeHtml(activityMails.stopTitle),
    body: `<p>${escapeHtml(activityMails.stopAbout)}</p><form method="post"><button>${escapeHtml(activityMails.stop)}</button></form>`,
  });
}

export function unsubscribedPage(reader: PageReader): string {
  const { activityMails } = wordsFor(reader.locale);
  const settings = `<a href="/settings?tab=notifications">${escapeHtml(activityMails.toSettings)}</a>`;
  return plainPage(reader, {
    title: escapeHtml(activityMails.stoppedTitle),
    body: `<p>${escapeHtml(activityMails.stoppedAbout)}</p><p>${settings}</p>`,
  });
}
