import type { CommunityHealth, Measure } from '@mbari/contract/community/health';

export interface Point {
  /** A day, or the last day of a week: `2026-01-31`. */
  day: string;
  value: number;
}

type Days = CommunityHealth['days'];

export const selectPoints = (days: Days, measure: Measure): Point[] => days.filter((point) => point.measure === measure);

export const lastDays = (days: Days, measure: Measure, count: number): Point[] => selectPoints(days, measure).slice(-count);

/** Groups days into weeks that end with the last whole day. `last` takes the value of the last day, for measures that already cover a week. */
export function groupByWeek(days: Days, measure: Measure, aggregate: 'sum' | 'last'): Point[] {
  const lastDay = lastWholeDay(days);
  const weeks = new Map<number, Point>();
  for (const { day, value } of selectPoints(days, measure)) {
    const daysAgo = daysBetween(day, lastDay);
    if (daysAgo < 0) continue;
    const week = Math.floor(daysAgo / 7);
    const weekPoint = weeks.get(week);
    if (!weekPoint) weeks.set(week, { day: aggregate === 'sum' ? addDays(lastDay, -7 * week) : day, value });
    else if (aggregate === 'sum') weekPoint.value += value;
    else weeks.set(week, { day, value });
  }
  return [...weeks].toSorted(([a], [b]) => b - a).map(([, point]) => point);
}

/** Returns the day before the newest one, which is still incomplete. */
export function lastWholeDay(days: Days): string {
  const newest = selectPoints(days, 'members').at(-1)?.day ?? '1970-01-08';
  return addDays(newest, -1);
}

/** Extrapolates the last quarter. Returns the day the limit is reached, or null if not within ten years. */
export function forecastFullDay(points: readonly Point[], limit: number | null): string | null {
  const recent = points.slice(-14);
  const [first, last] = [recent[0], recent.at(-1)];
  if (limit === null || !first || !last || first === last) return null;
  const perDay = (last.value - first.value) / daysBetween(first.day, last.day);
  const days = (limit - last.value) / perDay;
  return perDay > 0 && days < 3_650 ? addDays(last.day, Math.max(0, Math.round(days))) : null;
}

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const dayMs = 86_400_000;
