export interface TimeLeft {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

const minute = 60_000;
const hour = 60 * minute;

/** Returns the remaining minutes, hours or, from 36 hours, days; undefined below one minute. */
export function timeLeft(iso: string, now = Date.now()): TimeLeft | undefined {
  const remainingMs = new Date(iso).getTime() - now;
  if (remainingMs < minute) return undefined;
  if (remainingMs < hour) return { value: Math.round(remainingMs / minute), unit: 'minute' };
  if (remainingMs < 36 * hour) return { value: Math.round(remainingMs / hour), unit: 'hour' };
  return { value: Math.round(remainingMs / (24 * hour)), unit: 'day' };
}
