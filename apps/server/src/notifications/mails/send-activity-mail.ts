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
import { sayNotification, sentenceOf } from '../sentence.ts';
import { viewNotification } from '../views.ts';
import { findRecipient } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

export const sendActivityMail: Task<JobPayloads['send_activity_mail']> = async (order, { context }) => {
  const { db, config } = context;
  const to = await findRecipient(db, order.member_id);
  if (!to) return;
  const news = await findNews(context, to.id, order.notification_ids);
  if (news.length === 0) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, to.locale) ?? site.languages.default;
  const unsubscribe = unsubscribeLink(context, to.id);
  const mail = composeActivityMail(mailSite(config, site), { name: to.name, news, unsubscribe }, locale);
  await deliver(config, {
    site: site.name,
    id: order.mail_id,
    to: { name: to.name, address: to.email },
    memberId: to.id,
    unsubscribe,
    ...mail,
  });
};

/** Lines per mail. Some mail clients clip mails above 102 KB. */
const mostLines = 20;

function composeActivityMail(
  site: MailSite,
  { name, news, unsubscribe }: { name: string; news: readonly News[]; unsubscribe: string },
  locale: Locale,
): ComposedMail {
  const words = wordsFor(locale);
  const { activityMails } = words;
  const [first] = news;
  const absolute = (path: string): string => new URL(path, site.publicUrl).href;
  const items = news.slice(0, mostLines).map(({ say, actionUrl, photo }) => ({
    text: unlinkable(say(words)),
    link: absolute(actionUrl ?? '/notifications'),
    image: photo === null ? null : absolute(photo),
  }));
  const subject = news.length === 1 && first ? unlinkable(first.say(words)) : activityMails.subject({ count: news.length });
  return renderMail(
    site,
    {
      subject,
      preview: items[0]?.text ?? '',
      heading: activityMails.heading({ reader: unlinkable(name) }),
      paragraphs: [],
      items,
      button: { label: activityMails.button, link: absolute('/notifications') },
      small: [activityMails.why],
      smallLink: { label: activityMails.unsubscribe, link: unsubscribe },
      showLink: false,
    },
    { locale, direction: locales[locale].direction, mail: words.mail },
  );
}

interface News {
  actionUrl: string | null;
  photo: string | null;
  say: (words: Words) => string;
}

/** Groups those of these notifications that the member can still see, has not read and wants mailed; newest first. */
async function findNews(context: Context, memberId: string, ids: readonly string[]): Promise<News[]> {
  const groups = new Map<string, UnreadRow[]>();
  for (const row of await listMailableRows(context.db, memberId, ids)) {
    const group = `${row.type} ${row.group_key}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => (rows[0] ? [viewNews(context, rows[0], rows)] : []));
}

function viewNews(context: Context, newest: UnreadRow, rows: readonly UnreadRow[]): News {
  const people = new Set(rows.map(({ author_id }) => author_id)).size;
  const { action_url, user, photo } = viewNotification(context, newest);
  const sentence = sentenceOf(newest, user?.name, people - 1);
  return {
    actionUrl: action_url,
    photo: newest.photo?.is_public && photo ? photo.url : null,
    say: ({ notificationSentences }) => sayNotification(notificationSentences, sentence),
  };
}
