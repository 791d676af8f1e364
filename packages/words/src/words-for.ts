import { all, type Words } from './generated/all.ts';
import type { Locale } from './generated/locales.ts';

export type { Words };

/** All words of a language, for emails, page heads and refusals. */
export const wordsFor = (locale: Locale): Words => all[locale];
