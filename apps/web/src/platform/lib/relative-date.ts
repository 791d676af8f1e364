import { date, locale, relative } from '@mbari/words/format';

const day = 24 * 60 * 60_000;

/** Returns the days since then by the reader's calendar; 0 for future times. */
export const daysSince = (iso: string, now = new Date()): number =>
  Math.max(0, Math.round((startOfDay(now) - startOfDay(new Date(iso))) / day));

export const isLately = (days: number): boolean => days < 7;

/** Returns 'Today', 'Yesterday', 'N days ago' for less than a week, otherwise a date; for use on its own. */
export function relativeDate(iso: string, now = new Date()): string {
  const days = daysSince(iso, now);
  return isLately(days) ? capitalised(relative(-days, 'day')) : date(new Date(iso), { day: 'numeric', month: 'long', year: 'numeric' });
}

const startOfDay = (time: Date): number => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** Takes the first letter together with its combining accents. */
const capitalised = (text: string): string => text.replace(/^\p{L}\p{M}*/u, (letter) => letter.toLocaleUpperCase(locale));
