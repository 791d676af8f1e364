import type { WebhookEvent } from '@mbari/contract/community/webhooks';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import type { ReportReason } from '@mbari/contract/platform/reports';
import type { Statements } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { ReportSubject } from '../moderation/report-queries.ts';
import { addJobs } from './add-job.ts';
import type { JobPayloads } from './job-payloads.ts';

type Delivery = JobPayloads['send_webhook'];

/** Ids and choices only: the receiver may show them to anybody. A report does not name its subject, which may be an organiser's. */
interface EventData {
  report_opened: { report_id: string; subject_type: ReportSubject; reason: ReportReason | null; is_urgent: boolean };
  member_waiting: { member_id: string };
  post_pending: { pending_post_id: string; kind: PendingKind };
  challenge_ended: { challenge_id: string };
}

/** Tells the webhooks of the event. Runs in the transaction of the act, and is one statement if no webhook wants the event. */
export async function queueWebhooks<Event extends WebhookEvent>(
  tx: Statements,
  event: Event,
  ...data: readonly EventData[Event][]
): Promise<void> {
  const deliveries = await addDeliveries(tx, event, { ids: data.map(() => newId()), data });
  if (deliveries.length > 0) await addJobs(tx, 'send_webhook', deliveries, deliveries.map(jobKeyOf));
}

/** Sending again replaces the waiting job of a delivery. */
export const jobKeyOf = ({ webhook_id, delivery_id }: Delivery): string => `webhook ${webhook_id} ${delivery_id}`;

/** Deletes all webhooks after a change of the signing key, which encrypts their secrets. */
export const deleteWebhooks = (tx: Statements): Promise<number> => tx.run('delete from webhooks');

/** Adds a delivery of each event for each webhook that wants it and is on. Usually there is none. */
const addDeliveries = (
  tx: Statements,
  event: WebhookEvent,
  { ids, data }: { ids: readonly string[]; data: readonly object[] },
): Promise<Delivery[]> =>
  tx.rows(
    `insert into webhook_deliveries (webhook_id, id, event, data)
     select w.id, e.id, $1, e.data from webhooks w cross join unnest($2::uuid[], $3::jsonb[]) as e(id, data)
      where w.disabled_at is null and $1 = any (w.events)
     returning webhook_id, id as delivery_id`,
    [event, ids, data.map((item) => JSON.stringify(item))],
  );
