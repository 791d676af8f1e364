import * as limits from '../platform/limits.ts';

/**
 * The latest birthday of somebody old enough, as YYYY-MM-DD. The day is the one of UTC at both ends: what the page lets through, the
 * server takes, wherever either stands. Eighteen years before a 29 February is no leap year, and that day no real one.
 */
export function latestBirthday(now: Date = new Date()): string {
  const today = now.toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - limits.minimumAge}${today.slice(4)}`.replace('-02-29', '-02-28');
}

/** Nobody alive was born before; a year half typed is. */
export const earliestBirthday = '1900-01-01';
