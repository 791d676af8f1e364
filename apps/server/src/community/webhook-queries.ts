import type { Webhook } from '@mbari/contract/community/webhooks';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import { webhookDeliveries, webhooks } from './table.ts';

type QueuedDelivery = JobPayloads['send_webhook'];

/** Failed attempts in a row after which a webhook is turned off. */
const mostFailures = 20;
/** Attempts of one delivery, over about a day. */
const mostAttempts = 8;

const listed = webhooks.pick('id', 'url', 'created_at', 'failures', 'disabled_at');

export interface WebhookRow extends Row<typeof listed> {
  events: Webhook['events'];
}

export const listWebhookRows = (db: Statements): Promise<WebhookRow[]> =>
  db.rows(`select ${listed.of('w')}, w.events from webhooks w order by w.id limit ${limits.webhooks}`);

/** Returns nothing if there are too many. */
export const insertWebhook = (
  tx: Statements,
  webhook: { id: string; url: string; secret: string; events: readonly string[] },
): Promise<WebhookRow | undefined> =>
  tx.row(
    `insert into webhooks as w (id, url, secret, events)
     select $1, $2, $3, $4::text[] where (select count(*) from webhooks) < ${limits.webhooks}
     returning ${listed.of('w')}, w.events`,
    [webhook.id, webhook.url, webhook.secret, webhook.events],
  );

type Url = Pick<WebhookRow, 'url'>;

export const deleteWebhookRow = (tx: Statements, id: string): Promise<Url | undefined> =>
  tx.row('delete from webhooks where id = $1 returning url', [id]);

export const updateEnabled = (tx: Statements, id: string): Promise<Url | undefined> =>
  tx.row('update webhooks set failures = 0, disabled_at = null where id = $1 returning url', [id]);

export const lockWebhook = (tx: Statements, id: string): Promise<(Url & { is_off: boolean }) | undefined> =>
  tx.row('select url, disabled_at is not null as is_off from webhooks where id = $1 for no key update', [id]);

export const isWebhook = async (db: Statements, id: string): Promise<boolean> =>
  (await db.row('select from webhooks where id = $1', [id])) !== undefined;

const shown = webhookDeliveries.pick('id', 'event', 'state', 'attempts', 'status', 'error', 'created_at', 'delivered_at');
export type DeliveryRow = Row<typeof shown>;

export const listDeliveryRows = (db: Statements, webhookId: string): Promise<DeliveryRow[]> =>
  db.rows(
    `select ${shown.of('d')} from webhook_deliveries d where d.webhook_id = $1 order by d.id desc limit ${limits.webhookDeliveries}`,
    [webhookId],
  );

export const insertTestDelivery = (tx: Statements, { webhook_id, delivery_id }: QueuedDelivery): Promise<number> =>
  tx.run(`insert into webhook_deliveries (webhook_id, id, event, data) values ($1, $2, 'test', '{}')`, [webhook_id, delivery_id]);

/** Returns 0 if the delivery is missing. */
export const resetDelivery = (tx: Statements, { webhook_id, delivery_id }: QueuedDelivery): Promise<number> =>
  tx.run(
    `update webhook_deliveries set state = 'waiting', attempts = 0, status = null, error = null, delivered_at = null
      where webhook_id = $1 and id = $2`,
    [webhook_id, delivery_id],
  );

const sent = webhookDeliveries.pick('event', 'data', 'created_at');

/** Returns nothing if the delivery does not wait or its webhook is off. */
export const findWaitingDelivery = (
  db: Statements,
  { webhook_id, delivery_id }: QueuedDelivery,
): Promise<(Row<typeof sent> & { url: string; secret: string }) | undefined> =>
  db.row(
    `select ${sent.of('d')}, w.url, w.secret from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
      where d.webhook_id = $1 and d.id = $2 and d.state = 'waiting'`,
    [webhook_id, delivery_id],
  );

export interface Outcome {
  status: number | null;
  error: string | null;
}

/** `turned_off`: this attempt was the last failure that the webhook may have. */
export const recordAttempt = (
  tx: Statements,
  { webhook_id, delivery_id }: QueuedDelivery,
  { status, error, isDelivered }: Outcome & { isDelivered: boolean },
): Promise<{ state: DeliveryRow['state']; attempts: number; turned_off: boolean } | undefined> =>
  tx.row(
    `with told as (
       update webhooks set failures = case when $3 then 0 else failures + 1 end,
              disabled_at = case when not $3 and failures + 1 >= ${mostFailures} then coalesce(disabled_at, now()) else disabled_at end
        where id = $1 returning id, failures)
     update webhook_deliveries d set attempts = d.attempts + 1, status = $4, error = $5, delivered_at = case when $3 then now() end,
            state = case when $3 then 'delivered' when d.attempts + 1 >= ${mostAttempts} then 'failed' else 'waiting' end
       from told where d.webhook_id = told.id and d.id = $2
     returning d.state, d.attempts, told.failures = ${mostFailures} as turned_off`,
    [webhook_id, delivery_id, isDelivered, status, error],
  );

export const failWaitingDeliveries = (tx: Statements, webhookId: string): Promise<number> =>
  tx.run(`update webhook_deliveries set state = 'failed' where webhook_id = $1 and state = 'waiting'`, [webhookId]);

export const deleteOldDeliveries = (db: Statements): Promise<number> =>
  db.run(
    `delete from webhook_deliveries d using (
       select webhook_id, id from webhook_deliveries where created_at < now() - interval '30 days' order by created_at limit 1000) old
      where d.webhook_id = old.webhook_id and d.id = old.id`,
  );
