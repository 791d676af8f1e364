import { locales } from '@mbari/words/locales';
import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { deliverMail } from '../../platform/mail/deliver-mail.ts';
import { mailSite, renderMail, unlinkable } from '../../platform/mail/mail-layout.ts';
import { chooseSentence, formatSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { findRecipient, listMailableRows, type UnreadRow } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** Lines per mail. Some mail clients clip mails above 102 KB. */
const maxLines = 20;

export const sendActivityMail: Task<JobPayloads['send_activity_mail']> = async (payload, { context }) => {
  const items = await listMailItems(context, payload.member_id, payload.notification_ids);
  const [firstItem] = items;
  if (!firstItem) return;
  await sendMemberMail(context, payload, ({ words, reader }) => {
    const { activityMails } = words;
    return {
      subject: items.length === 1 ? unlinkable(firstItem.format(words)) : activityMails.subject({ count: items.length }),
      heading: activityMails.heading({ reader }),
      items: items.slice(0, maxLines).map(({ format, actionUrl, photo }) => ({
        text: unlinkable(format(words)),
        link: actionUrl ?? '/notifications',
        image: photo,
      })),
      button: { label: activityMails.button, link: '/notifications' },
      why: activityMails.why,
    };
  });
};

interface MailItem {
  actionUrl: string | null;
  photo: string | null;
  format: (words: Words) => string;
}

/** Groups the given notifications that the member can still see, has not read and wants mailed; newest first. */
async function listMailItems(context: Context, memberId: string, ids: readonly string[]): Promise<MailItem[]> {
  const groups = new Map<string, UnreadRow[]>();
  for (const row of await listMailableRows(context.db, memberId, ids)) {
    const group = `${row.type} ${row.group_key}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => (rows[0] ? [viewMailItem(context, rows[0], rows)] : []));
}

function viewMailItem(context: Context, newest: UnreadRow, rows: readonly UnreadRow[]): MailItem {
  const people = new Set(rows.map(({ author_id }) => author_id)).size;
  const { action_url, user, photo } = viewNotification(context, newest);
  const sentence = chooseSentence(newest, user?.name, people - 1);
  return {
    actionUrl: action_url,
    photo: newest.photo?.is_public && photo ? photo.url : null,
    format: ({ notificationSentences }) => formatSentence(notificationSentences, sentence),
  };
}

interface MailContent {
  subject: string;
  heading: string;
  /** Links and images are paths of the site. */
  items: readonly { text: string; link: string; image?: string | null }[];
  button: { label: string; link: string };
  /** Says why the member gets the mail. */
  why: string;
}

interface ReaderWords {
  words: Words;
  /** Name of the member, as text that mail programs do not turn into a link. */
  reader: string;
  community: string;
}

/** Sends a list of links in the member's language, unless the account was suspended or closed. The member may unsubscribe. */
export async function sendMemberMail(
  context: Context,
  { member_id: memberId, mail_id: id }: { member_id: string; mail_id: string },
  compose: (reader: ReaderWords) => MailContent,
): Promise<void> {
  const { config } = context;
  const recipient = await findRecipient(context.db, memberId);
  if (!recipient) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, recipient.locale) ?? site.languages.default;
  const words = wordsFor(locale);
  const { subject, heading, items, button, why } = compose({ words, reader: unlinkable(recipient.name), community: site.name });
  const unsubscribe = unsubscribeLink(context, recipient.id);
  const absolute = (path: string): string => new URL(path, config.publicUrl).href;
  await deliverMail(context, 'activity', {
    site: site.name,
    id,
    to: { name: recipient.name, address: recipient.email },
    memberId: recipient.id,
    unsubscribe,
    ...renderMail(
      mailSite(config, site),
      {
        subject,
        preview: items[0]?.text ?? '',
        heading,
        paragraphs: [],
        items: items.map(({ text, link, image }) => ({ text, link: absolute(link), image: image ? absolute(image) : null })),
        button: { label: button.label, link: absolute(button.link) },
        small: [why],
        smallLink: { label: words.activityMails.unsubscribe, link: unsubscribe },
        showLink: false,
      },
      { locale, direction: locales[locale].direction, mail: words.mail },
    ),
  });
}
