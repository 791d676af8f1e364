import { createHmac, randomBytes } from 'node:crypto';
import type * as calls from '@mbari/contract/community/webhooks';
import type { Delivery, Webhook } from '@mbari/contract/community/webhooks';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { listAdmins } from '../identity/accounts/create-admin.ts';
import { confirmOwner } from '../identity/sign-in/log-in.ts';
import { isPublicUrl, postToPublic } from '../platform/adapters/post-to-public.ts';
import type { Context } from '../platform/context.ts';
import { inBatches } from '../platform/db/batch.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Organiser } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { addJob, type Task } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import { jobKeyOf } from '../platform/jobs/queue-webhooks.ts';
import { queueMails } from '../platform/mail/queue-mail.ts';
import { asOrganiser, type ModerationAction, recordModeration } from '../platform/moderation/record-moderation.ts';
import { because, invalid, notFound, Refusal } from '../platform/refusal.ts';
import {
  deleteOldDeliveries,
  deleteWebhookRow,
  type DeliveryRow,
  failWaitingDeliveries,
  findWaitingDelivery,
  insertTestDelivery,
  insertWebhook,
  isWebhook,
  listDeliveryRows,
  listWebhookRows,
  lockWebhook,
  type Outcome,
  recordAttempt,
  resetDelivery,
  updateEnabled,
  type WebhookRow,
} from './queries.ts';

/** Purpose of the encryption of secrets. */
const webhookSecrets = 'webhook';

export const listWebhooks = async ({ db }: Context): Promise<Webhook[]> => (await listWebhookRows(db)).map(viewWebhook);

/** Adds a webhook after the admin re-authenticates, because it sends data to another host. */
export async function createWebhook(
  context: Context,
  viewer: Organiser,
  { url, events, password }: z.output<typeof calls.createWebhook.shape.body>,
): Promise<{ data: Webhook; secret: string }> {
  if (!isPublicUrl(context.config, url)) throw invalid({ url: ['webhookUrlWrong'] });
  await confirmOwner(context, viewer, password);
  const secret = `mbari_whsec_${randomBytes(32).toString('base64url')}`;
  const sealed = context.secrets.seal(webhookSecrets, secret);
  return asOrganiser(context, viewer, async (tx) => {
    const row = await insertWebhook(tx, { id: newId(), url, secret: sealed, events: [...new Set(events)] });
    if (!row) throw new Refusal('conflict', because('tooManyWebhooks', { most: limits.webhooks }));
    await recordModeration(tx, viewer, 'create_webhook', { note: hostOf(url) });
    return { data: viewWebhook(row), secret };
  });
}

export const deleteWebhook = (context: Context, viewer: Organiser, id: string): Promise<void> =>
  changeWebhook(context, viewer, id, { action: 'delete_webhook', change: (tx) => deleteWebhookRow(tx, id) });

export const enableWebhook = (context: Context, viewer: Organiser, id: string): Promise<void> =>
  changeWebhook(context, viewer, id, { action: 'enable_webhook', change: (tx) => updateEnabled(tx, id) });

export const testWebhook = (context: Context, viewer: Organiser, id: string): Promise<void> =>
  changeWebhook(context, viewer, id, {
    action: 'test_webhook',
    change: async (tx) => {
      const webhook = await requireOn(tx, id);
      const delivery = { webhook_id: id, delivery_id: newId() };
      await insertTestDelivery(tx, delivery);
      await addJob(tx, 'send_webhook', delivery, { key: jobKeyOf(delivery) });
      return webhook;
    },
  });

/** Sends a delivery again with the same id, now instead of at the time of its next attempt. */
export const resendDelivery = (
  context: Context,
  viewer: Organiser,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> =>
  changeWebhook(context, viewer, id, {
    action: 'resend_webhook',
    change: async (tx) => {
      const webhook = await requireOn(tx, id);
      const delivery = { webhook_id: id, delivery_id: deliveryId };
      if (!isId(deliveryId) || (await resetDelivery(tx, delivery)) === 0) throw notFound();
      await addJob(tx, 'send_webhook', delivery, { key: jobKeyOf(delivery) });
      return webhook;
    },
  });

/** Locks the webhook until its delivery is queued. */
async function requireOn(tx: Statements, id: string): Promise<{ url: string }> {
  const webhook = await lockWebhook(tx, id);
  if (!webhook) throw notFound();
  if (webhook.is_off) throw new Refusal('conflict', 'webhookOff');
  return webhook;
}

const changeWebhook = (
  context: Context,
  viewer: Organiser,
  id: string,
  { action, change }: { action: ModerationAction; change: (tx: Statements) => Promise<{ url: string } | undefined> },
): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    const webhook = isId(id) ? await change(tx) : undefined;
    if (!webhook) throw notFound();
    await recordModeration(tx, viewer, action, { note: hostOf(webhook.url) });
  });

export async function listDeliveries({ db }: Context, id: string): Promise<Delivery[]> {
  if (!isId(id) || !(await isWebhook(db, id))) throw notFound();
  return (await listDeliveryRows(db, id)).map(viewDelivery);
}

/** The rest of the address may contain a secret of the receiver. */
const hostOf = (url: string): string => new URL(url).host;

const viewWebhook = ({ created_at, disabled_at, ...row }: WebhookRow): Webhook => ({
  ...row,
  created_at: created_at.toISOString(),
  disabled_at: disabled_at?.toISOString() ?? null,
});

const viewDelivery = ({ created_at, delivered_at, ...row }: DeliveryRow): Delivery => ({
  ...row,
  created_at: created_at.toISOString(),
  delivered_at: delivered_at?.toISOString() ?? null,
});

/** Timeout of an attempt in milliseconds. */
const patience = 5_000;

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaitingDelivery>>>;

/** Sends a delivery to its webhook. May send twice after a crash: receivers ignore a known id. */
export const sendWebhook: Task<JobPayloads['send_webhook']> = async (payload, { context }) => {
  const delivery = await findWaitingDelivery(context.db, payload);
  if (!delivery) return;
  const outcome = await post(context, payload.delivery_id, delivery);
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  await context.db.transaction(async (tx) => {
    const recorded = await recordAttempt(tx, payload, { ...outcome, isDelivered });
    if (recorded?.turned_off) await turnOff(tx, payload.webhook_id, delivery.url);
    else if (recorded?.state === 'waiting')
      await addJob(tx, 'send_webhook', payload, { key: jobKeyOf(payload), runAt: nextTime(recorded.attempts) });
  });
};

async function post({ config, secrets }: Context, id: string, { url, secret, event, data, created_at }: Waiting): Promise<Outcome> {
  const key = secrets.unseal(webhookSecrets, secret);
  if (key === null) return { status: null, error: 'the signing key has changed' };
  if (!isPublicUrl(config, url)) return { status: null, error: 'the address is not public' };
  const body = JSON.stringify({ id, event, created_at: created_at.toISOString(), data });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mbari', 'x-mbari-signature': signatureOf(key, body) };
  try {
    const { status } = await postToPublic(config, url, { headers, body: Buffer.from(body), patience });
    return { status, error: null };
  } catch (error) {
    return { status: null, error: (error as Error).message };
  }
}

/** Signs the time, too, so that a receiver can refuse an old delivery that someone else sends again. */
function signatureOf(key: string, body: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
}

/** Returns the time of the next attempt: after 30 seconds, then 3.6 times as long each time. Eight attempts take 25 hours. */
const nextTime = (attempts: number): Date => new Date(Date.now() + 30_000 * 3.6 ** (attempts - 1));

async function turnOff(tx: Statements, webhookId: string, url: string): Promise<void> {
  await failWaitingDeliveries(tx, webhookId);
  await recordModeration(tx, null, 'disable_webhook', { note: hostOf(url) });
  const admins = await listAdmins(tx);
  await queueMails(
    tx,
    admins.map(({ id }) => ({ kind: 'webhook_off', member_id: id, host: hostOf(url) })),
  );
}

/** Deletes deliveries after 30 days. */
export const sweepWebhookDeliveries: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => deleteOldDeliveries(db));
