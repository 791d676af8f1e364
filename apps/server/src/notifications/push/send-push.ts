import { createHash } from 'node:crypto';
import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor, type Words } from '@mbari/words/words-for';
import { push, PushFailed } from '../../platform/adapters/push-sender.ts';
import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { findPushableNotification } from '../push-queries.ts';
import { type KindSentence, chooseKindSentence, formatSentence, chooseSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { findSubscription, deleteDeadSubscription } from './queries.ts';

/** Seconds that the push service keeps a message for an offline browser. */
const timeToLive = 24 * 60 * 60;
/** Attempts over about 20 minutes, given the backoff below. */
const maxTries = 8;
/** Maximum Retry-After in seconds. */
const maxRetryAfter = 60 * 60;

/** Pushes a notification to one device unless it was read or hidden since. May send twice; the browser replaces the first message. */
export const sendPush: Task<JobPayloads['send_push']> = async (payload, { context }) => {
  const { db } = context;
  const subscription = await findSubscription(db, payload.subscription_id);
  if (subscription?.member_id !== payload.member_id) return;
  const notification = await findPushable(context, payload.member_id, payload.notification_id);
  if (notification === null) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, subscription.locale) ?? site.languages.default;
  const message = composePush(notification, {
    id: payload.notification_id,
    site: site.name,
    locale,
    showsContent: subscription.shows_content,
  });
  try {
    const outcome = await push(context, subscription, {
      payload: JSON.stringify(message),
      ttl: timeToLive,
      topic: topicOf(notification.group),
    });
    if (outcome === 'gone') await deleteDeadSubscription(db, payload.subscription_id, subscription.endpoint);
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    await retryLater(context, payload, error);
  }
};

/** Hashed, so the push service learns which messages belong together but not their subject. */
const topicOf = (group: string): string => createHash('sha256').update(group).digest('base64url').slice(0, 32);

/** Does not log the endpoint, which is a secret of the browser. */
async function retryLater({ db, log }: Context, payload: JobPayloads['send_push'], error: PushFailed): Promise<void> {
  const tries = payload.tries + 1;
  const problem = { reason: error.message, subscription: payload.subscription_id, tries };
  if (tries >= maxTries) return log.warn(problem, 'push abandoned');
  log.info(problem, 'push failed, will be retried');
  const seconds = Math.max(Math.min(error.retryAfter ?? 0, maxRetryAfter), 10 * 2 ** (tries - 1) * (0.8 + 0.2 * Math.random()));
  await addJob(db, 'send_push', { ...payload, tries }, { runAt: new Date(Date.now() + seconds * 1000) });
}

interface PushMessage {
  title: string;
  body: string;
  /** A new message replaces an older one with the same tag. */
  tag: string;
  url: string;
  lang: Locale;
  dir: 'ltr' | 'rtl';
}

/** Omits names and titles unless the member allows them on this device. */
function composePush(
  notification: Pushable,
  { id, site, locale, showsContent }: { id: string; site: string; locale: Locale; showsContent: boolean },
): PushMessage {
  const words = wordsFor(locale);
  const { pushMessages } = words;
  return {
    title: site,
    body: showsContent ? notification.format(words) : pushMessages[notification.reason](notification),
    tag: notification.group,
    url: `/notifications/${id}${notification.actionUrl === null ? '' : `?to=${encodeURIComponent(notification.actionUrl)}`}`,
    lang: locale,
    dir: locales[locale].direction,
  };
}

interface Pushable {
  group: string;
  people: number;
  actionUrl: string | null;
  reason: KindSentence;
  format: (words: Words) => string;
}

/** Returns a notification that the member can still see, has not read and wants pushed. Null if a newer one of its group will be pushed. */
async function findPushable(context: Context, memberId: string, id: string): Promise<Pushable | null> {
  const row = await findPushableNotification(context.db, memberId, id);
  if (!row || row.is_followed) return null;
  const { action_url, user } = viewNotification(context, row);
  const sentence = chooseSentence(row, user?.name, row.people - 1);
  return {
    group: `${row.type} ${row.group_key}`,
    people: row.people,
    actionUrl: action_url,
    reason: chooseKindSentence(row),
    format: ({ notificationSentences }) => formatSentence(notificationSentences, sentence),
  };
}
