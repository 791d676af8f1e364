import * as words from '@mbari/words/dates';
import { date, relative } from '@mbari/words/format';
import { daysSince, isLately } from './relative-date.ts';

const day = 24 * 60 * 60_000;

/** Returns the days since then by the reader's calendar; 0 is today. */
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

const startOfDay = (of: Date): number => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();

/** Returns 'today', 'yesterday', '3 days ago', 'on 4 March 2026', for use after 'last used' or 'added'. */
export function dayInSentence(iso: string): string {
  const days = daysSince(iso);
  return isLately(days) ? relative(-days, 'day') : words.on({ day: new Date(iso) });
}
