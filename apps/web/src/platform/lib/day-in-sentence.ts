import * as words from '@mbari/words/dates';
import { relative } from '@mbari/words/format';
import { daysSince, isLately } from './relative-date.ts';

/** 'today', 'yesterday', '3 days ago', 'on 4 March 2026', for use after 'last used' or 'added'. */
export function dayInSentence(iso: string): string {
  const days = daysSince(iso);
  return isLately(days) ? relative(-days, 'day') : words.on({ day: new Date(iso) });
}
