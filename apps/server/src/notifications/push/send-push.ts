import { createHash } from 'node:crypto';
import type { TestPush } from '@mbari/contract/operations/system';
import { type Locale, locales } from '@mbari/words/locales';
import { type Words, wordsFor } from '@mbari/words/words-for';
import { push, PushFailed } from '../../platform/adapters/push-sender.ts';
import type { Context } from '../../platform/context.ts';
import { viewDevice } from '../../platform/http/device.ts';
import { addJob, type Task } from '../../platform/jobs/add-job.ts';
import type { JobPayloads } from '../../platform/jobs/job-payloads.ts';
import { offeredLocale } from '../../platform/languages.ts';
import { chooseKindSentence, chooseSentence, formatSentence } from '../sentences.ts';
import { viewNotification } from '../views.ts';
import { deleteDeadSubscription, findPushableNotification, findSubscription, listPushable, type Subscription } from './queries.ts';

/** Seconds that the push service keeps a message for an offline browser. */
const timeToLive = 24 * 60 * 60;
/** Attempts over about 20 minutes, given the backoff below. */
const maxTries = 8;
/** Maximum Retry-After in seconds. */
const maxRetryAfter = 60 * 60;

/** Returns the task that pushes to one device what `find` returns, if anything. May send twice; the browser replaces the first message. */
export const pushTask =
  <Name extends PushJob>(
    name: Name,
    find: (context: Context, payload: JobPayloads[Name]) => Promise<Pushable | null>,
  ): Task<JobPayloads[Name]> =>
  async (payload, { context }) => {
    const { db } = context;
    const subscription = await findSubscription(db, payload.subscription_id);
    if (subscription?.member_id !== payload.member_id) return;
    const pushable = await find(context, payload);
    if (pushable === null) return;
    try {
      if ((await pushTo(context, subscription, pushable)) === 'gone')
        await deleteDeadSubscription(db, payload.subscription_id, subscription.endpoint);
    } catch (error) {
      if (!(error instanceof PushFailed)) throw error;
      await retryLater(context, name, payload, error);
    }
  };

/** Sends the message in the language of the subscription's member. Throws PushFailed. */
async function pushTo(context: Context, subscription: Subscription, { group, url, format }: Pushable): Promise<'taken' | 'gone'> {
  const site = await context.site.read();
  const locale = offeredLocale(site.languages, subscription.locale) ?? site.languages.default;
  const message: PushMessage = {
    title: site.name,
    body: format(wordsFor(locale), subscription.shows_content),
    tag: group,
    url,
    lang: locale,
    dir: locales[locale].direction,
  };
  return push(context, subscription, { payload: JSON.stringify(message), ttl: timeToLive, topic: topicOf(group) });
}

/** Pushes a test to each device of the member now, instead of by a job, and returns the answers. */
export async function sendTestPush(context: Context, memberId: string): Promise<TestPush[]> {
  await context.limits.spend('settings by member', memberId);
  const test: Pushable = { group: 'test', url: '/admin/system', format: ({ pushMessages }) => pushMessages.test };
  return Promise.all(
    (await listPushable(context.db, memberId)).map(async (subscription) => {
      const outcome = await pushTo(context, subscription, test).catch((error: Error) => error.message);
      return { ...viewDevice(subscription), is_sent: outcome === 'taken', answer: outcome };
    }),
  );
}

/** Hashed, so the push service learns which messages belong together but not their subject. */
const topicOf = (group: string): string => createHash('sha256').update(group).digest('base64url').slice(0, 32);

/** Pushes a notification that the member can still see, has not read and wants pushed, unless a newer one of its group will be pushed. */
export const sendPush = pushTask('send_push', async (context, { member_id: memberId, notification_id: id }) => {
  const row = await findPushableNotification(context.db, memberId, id);
  if (!row || row.is_followed) return null;
  const { action_url: to, user } = viewNotification(context, row);
  const sentence = chooseSentence(row, user?.name, row.people - 1);
  return {
    group: `${row.type} ${row.group_key}`,
    url: `/notifications/${id}${to === null ? '' : `?to=${encodeURIComponent(to)}`}`,
    format: ({ notificationSentences, pushMessages }, showsContent) =>
      showsContent ? formatSentence(notificationSentences, sentence) : pushMessages[chooseKindSentence(row)](row),
  };
});

type PushJob = 'send_push' | 'send_message_push';

interface Pushable {
  /** A new message replaces an older one of the same group. */
  group: string;
  url: string;
  /** Omits names, titles and texts unless the member allows them on this device. */
  format: (words: Words, showsContent: boolean) => string;
}

/** Does not log the endpoint, which is a secret of the browser. */
async function retryLater<Name extends PushJob>(
  { db, log }: Context,
  name: Name,
  payload: JobPayloads[Name],
  error: PushFailed,
): Promise<void> {
  const tries = payload.tries + 1;
  const problem = { reason: error.message, subscription: payload.subscription_id, tries };
  if (tries >= maxTries) return log.warn(problem, 'push abandoned');
  log.info(problem, 'push failed, will be retried');
  const seconds = Math.max(Math.min(error.retryAfter ?? 0, maxRetryAfter), 10 * 2 ** (tries - 1) * (0.8 + 0.2 * Math.random()));
  await addJob(db, name, { ...payload, tries }, { runAt: new Date(Date.now() + seconds * 1000) });
}

interface PushMessage {
  title: string;
  body: string;
  tag: string;
  url: string;
  lang: Locale;
  dir: 'ltr' | 'rtl';
}
