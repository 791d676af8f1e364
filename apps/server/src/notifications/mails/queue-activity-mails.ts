import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Scheduled } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { normalizeTimeZone, localTime, type LocalTime } from '../../platform/time-zones.ts';
import { mailsPerBatch, queueDueMails, queueDueDigests, listTimeZones } from './queries.ts';

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

const listMondayMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  filterZones(context, scheduled, (local) => local.hour === mailHour && local.isMonday);

async function filterZones({ db, config, now }: Context, scheduled: Scheduled, isDue: (local: LocalTime) => boolean): Promise<string[]> {
  // A run that was missed while the server was off uses its scheduled hour.
  const time = scheduled?._cron ? new Date(scheduled._cron.ts) : now();
  // Unknown zone names fall back to the site's zone.
  const isDueIn = (zone: string): boolean => isDue(localTime(normalizeTimeZone(zone) ?? config.timeZone, time));
  return ['', ...(await listTimeZones(db))].filter(isDueIn);
}
