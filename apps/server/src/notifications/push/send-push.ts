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
import { type KindSentence, kindSentenceOf, sayNotification, sentenceOf } from '../sentence.ts';
import { viewNotification } from '../views.ts';
import { findSubscription, removeDeadSubscription } from './queries.ts';

/** Seconds that the push service keeps a message for an offline browser. */
const lasts = 24 * 60 * 60;
/** About 20 minutes with the backoff below. */
const triesAtMost = 8;
/** Maximum Retry-After in seconds. */
const longestWait = 60 * 60;

/** Pushes a notification to one device unless it was read or hidden since. May send twice; the browser replaces the first message. */
export const sendPush: Task<JobPayloads['send_push']> = async (order, { context }) => {
  const { db } = context;
  const subscription = await findSubscription(db, order.subscription_id);
  if (subscription?.member_id !== order.member_id) return;
  const news = await findPushable(context, order.member_id, order.notification_id);
  if (news === null) return;
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, subscription.locale) ?? site.languages.default;
  const message = composePush(news, { id: order.notification_id, site: site.name, locale, showsContent: subscription.shows_content });
  try {
    const outcome = await push(context, subscription, { payload: JSON.stringify(message), ttl: lasts, topic: topicOf(news.group) });
    if (outcome === 'gone') await removeDeadSubscription(db, order.subscription_id, subscription.endpoint);
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    await tryAgain(context, order, error);
  }
};

/** Hashed, so the push service learns which messages belong together but not their subject. */
const topicOf = (group: string): string => createHash('sha256').update(group).digest('base64url').slice(0, 32);

/** Does not log the endpoint, which is a secret of the browser. */
async function tryAgain({ db, log }: Context, order: JobPayloads['send_push'], error: PushFailed): Promise<void> {
  const tries = order.tries + 1;
  const problem = { reason: error.message, subscription: order.subscription_id, tries };
  if (tries >= triesAtMost) return log.warn(problem, 'push abandoned');
  log.info(problem, 'push failed, will be retried');
  const seconds = Math.max(Math.min(error.retryAfter ?? 0, longestWait), 10 * 2 ** (tries - 1) * (0.8 + 0.2 * Math.random()));
  await addJob(db, 'send_push', { ...order, tries }, { runAt: new Date(Date.now() + seconds * 1000) });
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
  news: Pushable,
  { id, site, locale, showsContent }: { id: string; site: string; locale: Locale; showsContent: boolean },
): PushMessage {
  const words = wordsFor(locale);
  const { pushMessages } = words;
  return {
    title: site,
    body: showsContent ? news.say(words) : pushMessages[news.reason](news),
    tag: news.group,
    url: `/notifications/${id}${news.actionUrl === null ? '' : `?to=${encodeURIComponent(news.actionUrl)}`}`,
    lang: locale,
    dir: locales[locale].direction,
  };
}

interface Pushable {
  group: string;
  people: number;
  actionUrl: string | null;
  reason: KindSentence;
  say: (words: Words) => string;
}

/** Returns a notification that the member can still see, has not read and wants pushed. Null if a newer one of its group will be pushed. */
async function findPushable(context: Context, memberId: string, id: string): Promise<Pushable | null> {
  const row = await findPushableNotification(context.db, memberId, id);
  if (!row || row.is_followed) return null;
  const { action_url, user } = viewNotification(context, row);
  const sentence = sentenceOf(row, user?.name, row.people - 1);
  return {
    group: `${row.type} ${row.group_key}`,
    people: row.people,
    actionUrl: action_url,
    reason: kindSentenceOf(row),
    say: ({ notificationSentences }) => sayNotification(notificationSentences, sentence),
  };
}
