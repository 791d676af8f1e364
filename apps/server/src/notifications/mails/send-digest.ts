import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { deliver } from '../../platform/adapters/mailer.ts';
import { mediaUrl } from '../../platform/images/urls.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { offeredLocale } from '../../platform/languages.ts';
import type { ComposedMail } from '../../platform/mail/compose-mail.ts';
import { renderMail } from '../../platform/mail/mail-layout.ts';
import { mailSite, type MailSite } from '../../platform/mail/mail-site.ts';
import { unlinkable } from '../../platform/mail/unlinkable.ts';
import { findDigestRecipient, listDigestPosts, listDigestTopics } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

export const sendDigest: Task<JobPayloads['send_digest']> = async (payload, { context }) => {
  const { db, config, now } = context;
  const recipient = await findDigestRecipient(db, payload.member_id);
  if (!recipient) return;
  const [posts, topics] = await Promise.all([listDigestPosts(db, recipient.id), listDigestTopics(db, recipient.id)]);
  if (posts.length + topics.length === 0) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, recipient.locale) ?? site.languages.default;
  const unsubscribe = unsubscribeLink(context, recipient.id);
  const mailPosts = posts.map(({ id, title, author, image }) => {
    const access = { isPublic: true, isOwner: false, now: now() };
    return { id, title, author, image: image && mediaUrl(context, image, Math.min(...image.widths), 'webp', access) };
  });
  const mail = composeDigest(mailSite(config, site), { name: recipient.name, posts: mailPosts, topics, unsubscribe }, locale);
  await deliver(config, {
    site: site.name,
    id: payload.mail_id,
    to: { name: recipient.name, address: recipient.email },
    memberId: recipient.id,
    unsubscribe,
    ...mail,
  });
};

interface DigestContent {
  name: string;
  /** `image` is a path, or null if the post is not public. */
  posts: readonly { id: string; title: string; author: string; image: string | null }[];
  topics: readonly { id: string; slug: string; title: string }[];
  unsubscribe: string;
}

function composeDigest(site: MailSite, { name, posts, topics, unsubscribe }: DigestContent, locale: Locale): ComposedMail {
  const { activityMails, mail } = wordsFor(locale);
  const absolute = (path: string): string => new URL(path, site.publicUrl).href;
  const items = [
    ...posts.map(({ id, title, author, image }) => ({
      text: activityMails.digestPost({ title: unlinkable(title), author: unlinkable(author) }),
      link: absolute(`/post/${id}`),
      image: image && absolute(image),
    })),
    ...topics.map(({ id, slug, title }) => ({
      text: activityMails.digestTopic({ title: unlinkable(title) }),
      link: absolute(`/forum/t/${id}/${slug}`),
      image: null,
    })),
  ];
  return renderMail(
    site,
    {
      subject: activityMails.digestSubject({ community: site.name }),
      preview: items[0]?.text ?? '',
      heading: activityMails.digestHeading({ community: site.name, reader: unlinkable(name) }),
      paragraphs: [],
      items,
      button: { label: activityMails.digestButton, link: absolute('/feed') },
      small: [activityMails.digestWhy],
      smallLink: { label: activityMails.unsubscribe, link: unsubscribe },
      showLink: false,
    },
    { locale, direction: locales[locale].direction, mail },
  );
}
