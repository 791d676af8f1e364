import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Scheduled } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { normalizeTimeZone, localTime, type LocalTime } from '../../platform/time-zones.ts';
import { atATime, queueDueMails, queueDueDigests, listTimeZones } from './queries.ts';

/** Queues instant mails. The delay of some minutes skips notifications that are read meanwhile. */
export const mailAtOnce: Task = (_payload, { context, signal }) => queueMails(context, signal, 'instant', null);

export const mailDaily: Task<Scheduled> = async (scheduled, { context, signal }) =>
  queueMails(context, signal, 'daily', await morningZones(context, scheduled));

async function queueMails({ db }: Context, signal: AbortSignal, pace: 'instant' | 'daily', zones: readonly string[] | null): Promise<void> {
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueMails(db, pace, { zones, mailIds: ids() })) === atATime);
}

export const mailWeekly: Task<Scheduled> = async (scheduled, { context, signal }) => {
  const zones = await mondayMorningZones(context, scheduled);
  if (zones.length === 0) return;
  const ids = (): string[] => Array.from({ length: atATime }, () => newId());
  while (!signal.aborted && (await queueDueDigests(context.db, zones, ids())) === atATime);
};

const hour = 7;

/** Members' time zones in which it is morning. '' stands for members without one. */
const morningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour);

const mondayMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour && local.isMonday);

async function zonesWhere({ db, config, now }: Context, scheduled: Scheduled, isTime: (local: LocalTime) => boolean): Promise<string[]> {
  // A run that was missed while the server was off uses its scheduled hour.
  const at = scheduled?._cron ? new Date(scheduled._cron.ts) : now();
  // Unknown zone names fall back to the site's zone.
  const isTimeIn = (zone: string): boolean => isTime(localTime(normalizeTimeZone(zone) ?? config.timeZone, at));
  return ['', ...(await listTimeZones(db))].filter(isTimeIn);
}
