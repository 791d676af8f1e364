import * as words from '@mbari/words/dates';
import { date, relative } from '@mbari/words/format';
import * as notificationWords from '@mbari/words/notifications';
import { daysAgo, relativeDate } from './dates.ts';

const minute = 60_000;
const hour = 60 * minute;

export function timeAgo(iso: string, now = new Date()): string {
  if (daysAgo(iso, now) > 0) return relativeDate(iso, now);
  const ago = now.getTime() - Date.parse(iso);
  if (ago < minute) return words.justNow;
  return ago < hour ? relative(-Math.floor(ago / minute), 'minute') : relative(-Math.floor(ago / hour), 'hour');
}

/** Returns '8 minutes ago', '3 hours ago', 'Yesterday, 18:40', 'Friday', then as `relativeDate`; for use on its own. */
export function happened(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const since = now.getTime() - then.getTime();
  const days = daysAgo(iso, now);
  if (since < minute) return words.justNow;
  if (since < hour) return relative(-Math.floor(since / minute), 'minute');
  if (days === 0) return relative(-Math.floor(since / hour), 'hour');
  if (days === 1) return notificationWords.dayAndTime({ day: relativeDate(iso, now), time: date(then, { timeStyle: 'short' }) });
  return days < 7 ? date(then, { weekday: 'long' }) : relativeDate(iso, now);
}
