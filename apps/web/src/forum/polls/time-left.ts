export interface TimeLeft {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

const minute = 60_000;
const hour = 60 * minute;

/** Returns the remaining time in its largest unit; undefined below one minute. */
export function timeLeft(iso: string, now = Date.now()): TimeLeft | undefined {
  const left = new Date(iso).getTime() - now;
  if (left < minute) return undefined;
  if (left < hour) return { value: Math.round(left / minute), unit: 'minute' };
  if (left < 36 * hour) return { value: Math.round(left / hour), unit: 'hour' };
  return { value: Math.round(left / (24 * hour)), unit: 'day' };
}
