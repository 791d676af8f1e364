import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor, type Words } from '@mbari/words/words-for';
import { deliver } from '../../platform/adapters/mailer.ts';
import type { Context } from '../../platform/context.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { offeredLocale } from '../../platform/languages.ts';
import type { ComposedMail } from '../../platform/mail/compose-mail.ts';
import { renderMail } from '../../platform/mail/mail-layout.ts';
import { mailSite, type MailSite } from '../../platform/mail/mail-site.ts';
import { unlinkable } from '../../platform/mail/unlinkable.ts';
import { listMailableRows, type UnreadRow } from '../push-queries.ts';
import { formatSentence, chooseSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { findRecipient } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

export const sendActivityMail: Task<JobPayloads['send_activity_mail']> = async (payload, { context }) => {
  const { db, config } = context;
  const recipient = await findRecipient(db, payload.member_id);
  if (!recipient) return;
  const items = await listMailItems(context, recipient.id, payload.notification_ids);
  if (items.length === 0) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, recipient.locale) ?? site.languages.default;
  const unsubscribe = unsubscribeLink(context, recipient.id);
  const mail = composeActivityMail(mailSite(config, site), { name: recipient.name, items, unsubscribe }, locale);
  await deliver(config, {
    site: site.name,
    id: payload.mail_id,
    to: { name: recipient.name, address: recipient.email },
    memberId: recipient.id,
    unsubscribe,
    ...mail,
  });
};

/** Lines per mail. Some mail clients clip mails above 102 KB. */
const maxLines = 20;

function composeActivityMail(
  site: MailSite,
  { name, items, unsubscribe }: { name: string; items: readonly MailItem[]; unsubscribe: string },
  locale: Locale,
): ComposedMail {
  const words = wordsFor(locale);
  const { activityMails } = words;
  const [firstItem] = items;
  const absolute = (path: string): string => new URL(path, site.publicUrl).href;
  const lines = items.slice(0, maxLines).map(({ format, actionUrl, photo }) => ({
    text: unlinkable(format(words)),
    link: absolute(actionUrl ?? '/notifications'),
    image: photo === null ? null : absolute(photo),
  }));
  const subject = items.length === 1 && firstItem ? unlinkable(firstItem.format(words)) : activityMails.subject({ count: items.length });
  return renderMail(
    site,
    {
      subject,
      preview: lines[0]?.text ?? '',
      heading: activityMails.heading({ reader: unlinkable(name) }),
      paragraphs: [],
      items: lines,
      button: { label: activityMails.button, link: absolute('/notifications') },
      small: [activityMails.why],
      smallLink: { label: activityMails.unsubscribe, link: unsubscribe },
      showLink: false,
    },
    { locale, direction: locales[locale].direction, mail: words.mail },
  );
}

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
