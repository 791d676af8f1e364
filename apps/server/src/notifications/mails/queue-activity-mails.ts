import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { mediaUrl } from '../../platform/images/urls.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import type { JobPayloads, Scheduled } from '../../platform/jobs/job-payloads.ts';
import { localTime, type LocalTime, normalizeTimeZone } from '../../platform/languages.ts';
import { unlinkable } from '../../platform/mail/mail-layout.ts';
import { listDigestPosts, listDigestTopics, listTimeZones, mailsPerBatch, queueDueDigests, queueDueMails, wantsDigest } from './queries.ts';
import { sendMemberMail } from './send-activity-mail.ts';

/** Queues instant mails. The delay of some minutes skips notifications that are read meanwhile. */
export const queueInstantMails: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant', null);

export const queueDailyMails: Task<Scheduled> = async (scheduled, { context, signal }) =>
  queueMails(context, signal, 'daily', await listMorningZones(context, scheduled));

export const createMailIds = (): string[] => Array.from({ length: mailsPerBatch }, () => newId());

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily', zones: readonly string[] | null): Promise<void> {
  while (!signal.aborted && (await queueDueMails(db, pace, { zones, mailIds: createMailIds() })) === mailsPerBatch);
}

export const queueWeeklyDigests: Task<Scheduled> = async (scheduled, { context, signal }) => {
  const zones = await listMondayMorningZones(context, scheduled);
  if (zones.length === 0) return;
  while (!signal.aborted && (await queueDueDigests(context.db, zones, createMailIds())) === mailsPerBatch);
};

const mailHour = 7;

/** Members' time zones in which it is morning. '' means members without a time zone. */
export const listMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  filterZones(context, scheduled, (local) => local.hour === mailHour);

export const sendDigest: Task<JobPayloads['send_digest']> = async (payload, { context }) => {
  const { db, now } = context;
  const { member_id: memberId } = payload;
  if (!(await wantsDigest(db, memberId))) return;
  const [posts, topics] = await Promise.all([listDigestPosts(db, memberId), listDigestTopics(db, memberId)]);
  if (posts.length + topics.length === 0) return;
  const access = { isPublic: true, isOwner: false, now: now() };
  await sendMemberMail(context, payload, ({ words: { activityMails }, reader, community }) => ({
    subject: activityMails.digestSubject({ community }),
    heading: activityMails.digestHeading({ community, reader }),
    items: [
      ...posts.map(({ id, title, author, image }) => ({
        text: activityMails.digestPost({ title: unlinkable(title), author: unlinkable(author) }),
        link: `/post/${id}`,
        image: image && mediaUrl(context, image, Math.min(...image.widths), 'webp', access),
      })),
      ...topics.map(({ id, slug, title }) => ({
        text: activityMails.digestTopic({ title: unlinkable(title) }),
        link: `/forum/t/${id}/${slug}`,
      })),
    ],
    button: { label: activityMails.digestButton, link: '/feed' },
    why: activityMails.digestWhy,
  }));
};

const listMondayMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  filterZones(context, scheduled, (local) => local.hour === mailHour && local.isMonday);

async function filterZones({ db, config, now }: Context, scheduled: Scheduled, isDue: (local: LocalTime) => boolean): Promise<string[]> {
  // A run that was missed while the server was off uses its scheduled hour.
  const time = scheduled?._cron ? new Date(scheduled._cron.ts) : now();
  // Unknown zone names fall back to the site's zone.
  const isDueIn = (zone: string): boolean => isDue(localTime(normalizeTimeZone(zone) ?? config.timeZone, time));
  return ['', ...(await listTimeZones(db))].filter(isDueIn);
}
