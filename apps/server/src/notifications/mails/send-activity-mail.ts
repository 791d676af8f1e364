import { deliver } from '../../platform/adapters/mailer.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { mailSite } from '../../platform/mail/mail-site.ts';
import { findNews } from '../find-news.ts';
import { composeActivityMail } from './compose-activity-mail.ts';
import { findRecipient } from './queries.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

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
