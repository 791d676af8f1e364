import * as words from '@mbari/words/dates';
import { date, locale, relative } from '@mbari/words/format';

const day = 24 * 60 * 60_000;

/** Returns the days since then by the reader's calendar; 0 is today or later. */
export const daysAgo = (iso: string, now = new Date()): number =>
  Math.max(0, Math.round((startOfDay(now) - startOfDay(new Date(iso))) / day));

/** Returns 'today', 'yesterday', '3 days ago', then '2 May', for use within a sentence. */
export function dayAgo(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  return days < 7 ? relative(-days, 'day') : dayAndMonth(iso, now);
}

export function dayAndMonth(iso: string, now = new Date()): string {
  const then = new Date(iso);
  return date(then, { day: 'numeric', month: 'long', ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }) });
}

/** Returns 'today', 'yesterday', '3 days ago', 'on 4 March 2026', for use after 'last used' or 'added'. */
export function dayInSentence(iso: string): string {
  const days = daysAgo(iso);
  return isLately(days) ? relative(-days, 'day') : words.on({ day: new Date(iso) });
}

export const isLately = (days: number): boolean => days < 7;

/** Returns 'Today', 'Yesterday', 'N days ago' for less than a week, otherwise a date; for use on its own. */
export function relativeDate(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  return isLately(days) ? capitalised(relative(-days, 'day')) : date(new Date(iso), { day: 'numeric', month: 'long', year: 'numeric' });
}

export const dayOf = (time: string): string => date(new Date(time), { dateStyle: 'medium' });

/** Formats a time for `<input type="datetime-local">`, in the device's time zone. Empty without a time. */
export function localTime(time: string | Date | null | undefined): string {
  if (time === null || time === undefined) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Takes the first letter together with its combining accents. */
const capitalised = (text: string): string => text.replace(/^\p{L}\p{M}*/u, (letter) => letter.toLocaleUpperCase(locale));

const startOfDay = (of: Date): number => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
