import type { CommunityHealth } from '@mbari/contract/community/health';
import type { Context } from '../platform/context.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import {
  insertActiveDays,
  upsertTallies,
  findLastTallyDay,
  deleteOldActiveDays,
  summarizeOpenReports,
  listTallies,
  listWeeklyTallies,
} from './queries.ts';

/** Earlier days to recompute, because their content may have been deleted. */
const recomputedDays = 2;
const firstRunDays = 364;
const daysPerStatement = 28;
const dayLength = 86_400_000;

/** Tallies today and missed days, in the site's time zone. Idempotent, even if two nodes run it concurrently. */
export const tallyDays: Task = async (_payload, { context: { db, config }, signal }) => {
  const zone = config.timeZone;
  await insertActiveDays(db, zone);
  const { last, today } = await findLastTallyDay(db, zone);
  let from = last === null ? daysBefore(today, firstRunDays) : daysBefore(last, recomputedDays);
  while (from <= today) {
    signal.throwIfAborted();
    const until = daysBefore(from, 1 - daysPerStatement);
    const to = until < today ? until : today;
    // Adds a week for the medians, and two days for time zones.
    await upsertTallies(db, { from, to, zone, firstId: firstIdAt(new Date(Date.parse(from) - 9 * dayLength)) });
    from = daysBefore(to, -1);
  }
  await deleteOldActiveDays(db, today);
};

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * dayLength).toISOString().slice(0, 10);

/** Reads daily tallies; counts only open reports. */
export async function readHealth({ db, config, space }: Context): Promise<CommunityHealth> {
  const { last, today } = await findLastTallyDay(db, config.timeZone);
  const lastDay = last ?? today;
  const [days, year, openReports, diskSpace] = await Promise.all([
    listTallies(db, daysBefore(lastDay, 83)),
    listWeeklyTallies(db, daysBefore(lastDay, 364), lastDay),
    summarizeOpenReports(db),
    space.read(),
  ]);
  const storedBytes = days.findLast(({ measure }) => measure === 'storage')?.value ?? 0;
  return {
    days,
    year,
    open_reports: { count: openReports.count, oldest_at: openReports.oldest_at?.toISOString() ?? null },
    storage_limit: diskSpace && storedBytes + diskSpace.free,
    time_zone: config.timeZone,
  };
}
