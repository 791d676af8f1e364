import type { Locale } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { Config } from './config.ts';

export type Languages = Config['languages'];

export const offeredLocale = ({ offered }: Languages, name: string | null | undefined): Locale | null =>
  offered.find((locale) => locale === name) ?? null;

/** Responses are always in English, for scripts. The web app translates the reason code next to the text. */
export const { answers, notificationSentences, refusals } = wordsFor('en');

/** Returns a time zone name in its usual case, such as `Europe/Kyiv`, or null if this machine does not know it. */
export function normalizeTimeZone(name: string | null | undefined): string | null {
  if (!name) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // ICU returns the oldest alias: `Europe/Kiev`.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

export interface LocalTime {
  hour: number;
  isMonday: boolean;
}

/** Throws `RangeError` for an unknown time zone. */
export function localTime(timeZone: string, time: Date): LocalTime {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' }).formatToParts(time);
  const part = (type: 'hour' | 'weekday') => parts.find((item) => item.type === type)?.value;
  return { hour: Number(part('hour')), isMonday: part('weekday') === 'Mon' };
}
