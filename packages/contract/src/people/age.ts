import * as limits from '../platform/limits.ts';

/** Returns the latest allowed birthday as YYYY-MM-DD. Uses the UTC day, so that client and server agree in all time zones. */
export function latestBirthday(now: Date = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - limits.minimumAge}${today.slice(4)}`.replace('-02-29', '-02-28');
}

/** Rejects half-typed years, such as 0019. */
export const earliestBirthday = '1900-01-01';
