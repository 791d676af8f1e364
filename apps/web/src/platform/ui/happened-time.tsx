import * as words from '@mbari/words/dates';
import { date, relative } from '@mbari/words/format';
import * as notificationWords from '@mbari/words/notifications';
import { useEffect, useState } from 'react';
import { daysAgo, relativeDate } from '~/platform/lib/dates.ts';

const minute = 60_000;
const hour = 60 * minute;

export function HappenedTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(ticking);
  }, []);
  return (
    <time dateTime={at} className="block text-t15 text-ink-meta">
      {happened(at, now)}
    </time>
  );
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
