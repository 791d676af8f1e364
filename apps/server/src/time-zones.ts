/** The time zone as this machine names it, such as `Africa/Lagos`; null where it knows none of that name. */
export function knownTimeZone(name: string | null | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export interface LocalTime {
  /** 0 to 23. */
  hour: number;
  isMonday: boolean;
}

/** What a clock on a wall there says. Throws `RangeError` where there is no such time zone. */
export function localTime(timeZone: string, at: Date): LocalTime {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' }).formatToParts(at);
  const part = (type: 'hour' | 'weekday') => parts.find((one) => one.type === type)?.value;
  return { hour: Number(part('hour')), isMonday: part('weekday') === 'Mon' };
}
