import { all, type Words } from './generated/all.ts';
import type { Locale } from './generated/locales.ts';

export type { Words };

/** Words for texts to people of several languages: emails, page heads, refusals. */
export const wordsFor = (locale: Locale): Words => all[locale];
