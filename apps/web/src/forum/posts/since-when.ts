import { date, relative } from '@mbari/words/format';
import { dayAndMonth, daysAgo } from '~/platform/lib/day-ago.ts';

/** Formats a day to follow 'since': 'today', 'yesterday', 'Thursday', '2 May'. */
export function sinceWhen(iso: string, now = new Date()): string {
  const days = daysAgo(iso, now);
  if (days < 2) return relative(-days, 'day');
  return days < 7 ? date(new Date(iso), { weekday: 'long' }) : dayAndMonth(iso, now);
}
