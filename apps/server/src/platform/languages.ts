import type { Locale } from '@mbari/words/locales';
import type { Config } from './config.ts';

export type Languages = Config['languages'];

/** The language that somebody chose. One that is offered no longer is as if it was never chosen. */
export const offeredLocale = ({ offered }: Languages, chosen: string | null | undefined): Locale | null =>
  offered.find((locale) => locale === chosen) ?? null;
