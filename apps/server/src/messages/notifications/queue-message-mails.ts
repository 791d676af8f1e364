import { createMailIds, listMorningZones } from '../../notifications/mails/queue-activity-mails.ts';
import type { Context } from '../../platform/context.ts';
import type { Scheduled } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { queueDueMessageMails } from './queries.ts';

export const queueInstantMessageMails: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant', null);

export const queueDailyMessageMails: Task<Scheduled> = async (scheduled, { context, signal }) =>
  queueMails(context, signal, 'daily', await listMorningZones(context, scheduled));

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily', zones: readonly string[] | null): Promise<void> {
  while (!signal.aborted && (await queueDueMessageMails(db, pace, { zones, mailIds: createMailIds() })) > 0);
}
