import type { CommunityHealth } from '@mbari/contract/community/health';
import type { Context } from '../platform/context.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addActiveDays, addTallies, findLastDay, removeOldActiveDays, findOpenReports, listTallies, listYear } from './health-queries.ts';

/** Days to recompute, because their content may have been deleted. */
const again = 2;
/** Days to go back on the first run. */
const atFirst = 364;
/** Days in one statement. */
const atOnce = 28;
const aDay = 86_400_000;

/** Tallies today and missed days, in the site's time zone. Idempotent, also on two nodes at once. */
export const tallyDays: Task = async (_payload, { context: { db, config }, signal }) => {
  const zone = config.timeZone;
  await addActiveDays(db, zone);
  const { last, today } = await findLastDay(db, zone);
  let from = last === null ? daysBefore(today, atFirst) : daysBefore(last, again);
  while (from <= today) {
    signal.throwIfAborted();
    const until = daysBefore(from, 1 - atOnce);
    const to = until < today ? until : today;
    // Medians look back a week, and time zones shift the start of a day.
    await addTallies(db, { from, to, zone, firstId: firstIdAt(new Date(Date.parse(from) - 9 * aDay)) });
    from = daysBefore(to, -1);
  }
  await removeOldActiveDays(db, today);
};

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * aDay).toISOString().slice(0, 10);

/** Reads daily tallies only. */
export async function readHealth({ db, config, space }: Context): Promise<CommunityHealth> {
  const { last, today } = await findLastDay(db, config.timeZone);
  const end = last ?? today;
  const [days, year, open, room] = await Promise.all([
    listTallies(db, daysBefore(end, 83)),
    listYear(db, daysBefore(end, 364), end),
    findOpenReports(db),
    space.read(),
  ]);
  const stored = days.findLast(({ measure }) => measure === 'storage')?.value ?? 0;
  return {
    days,
    year,
    open_reports: { count: open.count, oldest_at: open.oldest_at?.toISOString() ?? null },
    storage_limit: room && stored + room.free,
    time_zone: config.timeZone,
  };
}
