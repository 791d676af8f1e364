import type { CommunityHealth } from '@mbari/contract/shapes/community-health';
import type { Context } from '../platform/context.ts';
import { findLastDay, findOpenReports, listTallies, listYear } from './health-queries.ts';
import { daysBefore } from './tally-days.ts';

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
