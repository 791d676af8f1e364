import type { Context } from '../../platform/context.ts';
import type { Scheduled } from '../../platform/jobs/job-payloads.ts';
import { knownTimeZone, localTime, type LocalTime } from '../../platform/time-zones.ts';
import { listTimeZones } from './queries.ts';

const hour = 7;

/** Members' time zones in which it is morning. '' stands for members without one. */
export const morningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour);

export const mondayMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour && local.isMonday);

async function zonesWhere({ db, config, now }: Context, scheduled: Scheduled, isTime: (local: LocalTime) => boolean): Promise<string[]> {
  // A run that was missed while the server was off uses its scheduled hour.
  const at = scheduled?._cron ? new Date(scheduled._cron.ts) : now();
  // Unknown zone names fall back to the site's zone.
  const isTimeIn = (zone: string): boolean => isTime(localTime(knownTimeZone(zone) ?? config.timeZone, at));
  return ['', ...(await listTimeZones(db))].filter(isTimeIn);
}
