import { deliver } from '../../platform/adapters/mailer.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { mailSite } from '../../platform/mail/mail-site.ts';
import { mediaUrl } from '../../platform/media/urls.ts';
import { composeDigest } from './compose-digest.ts';
import { findDigestReader, listDigestPosts, listDigestTopics } from './queries.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

export const sendDigest: Task<JobPayloads['send_digest']> = async (order, { context }) => {
  const { db, config, now } = context;
  const to = await findDigestReader(db, order.member_id);
  if (!to) return;
  const [posts, topics] = await Promise.all([listDigestPosts(db, to.id), listDigestTopics(db, to.id)]);
  if (posts.length + topics.length === 0) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, to.locale) ?? site.languages.default;
  const unsubscribe = unsubscribeLink(context, to.id);
  const shown = posts.map(({ id, title, author, image }) => {
    const access = { isPublic: true, isOwner: false, now: now() };
    return { id, title, author, image: image && mediaUrl(context, image, Math.min(...image.widths), 'webp', access) };
  });
  const mail = composeDigest(mailSite(config, site), { name: to.name, posts: shown, topics, unsubscribe }, locale);
  await deliver(config, {
    site: site.name,
    id: order.mail_id,
    to: { name: to.name, address: to.email },
    memberId: to.id,
    unsubscribe,
    ...mail,
  });
};
