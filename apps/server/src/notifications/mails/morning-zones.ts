import type { Context } from '../../platform/context.ts';
import type { Scheduled } from '../../platform/jobs/job-payloads.ts';
import { knownTimeZone, localTime, type LocalTime } from '../../platform/time-zones.ts';
import { listTimeZones } from './queries.ts';

/** Mails of the day and of the week go out in the hour that begins at this hour. */
const hour = 7;

/** The time zones of members in which it is morning; '' where it is for members without one. */
export const morningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour);

/** … and the morning of a Monday. */
export const mondayMorningZones = (context: Context, scheduled: Scheduled): Promise<string[]> =>
  zonesWhere(context, scheduled, (local) => local.hour === hour && local.isMonday);

async function zonesWhere({ db, config, now }: Context, scheduled: Scheduled, isTime: (local: LocalTime) => boolean): Promise<string[]> {
  // An hour that was missed while the machine was off is made good in the name of that hour.
  const at = scheduled?._cron ? new Date(scheduled._cron.ts) : now();
  // A name that another machine knew stands for the site's time.
  const isTimeIn = (zone: string): boolean => isTime(localTime(knownTimeZone(zone) ?? config.timeZone, at));
  return ['', ...(await listTimeZones(db))].filter(isTimeIn);
}
