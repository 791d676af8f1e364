import * as words from '@mbari/words/dates';
import { relative } from '@mbari/words/format';
import { daysAgo, relativeDate } from './dates.ts';

const minute = 60_000;
const hour = 60 * minute;

export function timeAgo(iso: string, now = new Date()): string {
  if (daysAgo(iso, now) > 0) return relativeDate(iso, now);
  const ago = now.getTime() - Date.parse(iso);
  if (ago < minute) return words.justNow;
  return ago < hour ? relative(-Math.floor(ago / minute), 'minute') : relative(-Math.floor(ago / hour), 'hour');
}
