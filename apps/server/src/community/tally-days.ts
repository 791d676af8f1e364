import { firstIdAt } from '../platform/ids.ts';
import type { Task } from '../platform/jobs/task.ts';
import { addActiveDays, addTallies, findLastDay, removeOldActiveDays } from './health-queries.ts';

/** Days that are tallied again, since what was made on them may have gone. */
const again = 2;
/** The first time, so many days back. */
const atFirst = 364;
/** In one statement. */
const atOnce = 28;
const aDay = 86_400_000;

/** Tallies today and what was missed, in days of the site's time zone. Run twice, or by two nodes at once, it comes to the same. */
export const tallyDays: Task = async (_payload, { context: { db, config }, signal }) => {
  const zone = config.timeZone;
  await addActiveDays(db, zone);
  const { last, today } = await findLastDay(db, zone);
  let from = last === null ? daysBefore(today, atFirst) : daysBefore(last, again);
  while (from <= today) {
    signal.throwIfAborted();
    const until = daysBefore(from, 1 - atOnce);
    const to = until < today ? until : today;
    // Medians look a week back, and a day begins elsewhere at another hour.
    await addTallies(db, { from, to, zone, firstId: firstIdAt(new Date(Date.parse(from) - 9 * aDay)) });
    from = daysBefore(to, -1);
  }
  await removeOldActiveDays(db, today);
};

export const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * aDay).toISOString().slice(0, 10);
