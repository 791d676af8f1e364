import { date, locale, relative } from '@mbari/words/format';

const day = 24 * 60 * 60_000;

/** How many days ago it was: days are the reader's own, and what lies ahead of their clock is today. */
export const daysSince = (iso: string, now = new Date()): number =>
  Math.max(0, Math.round((startOfDay(now) - startOfDay(new Date(iso))) / day));

/** Less than a week: told by the days since, and not by the date. */
export const isLately = (days: number): boolean => days < 7;

/** 'Today', 'Yesterday', 'N days ago' for less than a week, otherwise a date: to stand alone. */
export function relativeDate(iso: string, now = new Date()): string {
  const days = daysSince(iso, now);
  return isLately(days) ? capitalised(relative(-days, 'day')) : date(new Date(iso), { day: 'numeric', month: 'long', year: 'numeric' });
}

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** Accents and all, as a whole letter. */
const capitalised = (text: string): string => text.replace(/^\p{L}\p{M}*/u, (letter) => letter.toLocaleUpperCase(locale));
