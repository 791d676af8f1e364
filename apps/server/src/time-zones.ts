/** The name of a time zone as it was given, such as `Europe/Kyiv`, in the usual case; null where this machine knows none of that name. */
export function knownTimeZone(name: string | null | undefined): string | null {
  if (!name) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // ICU answers with the oldest name of a zone: `Europe/Kiev`.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
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
