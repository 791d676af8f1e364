import type { Locale } from '@mbari/words/locales';
import type { Config } from './config.ts';

export type Languages = Config['languages'];

export const offeredLocale = ({ offered }: Languages, name: string | null | undefined): Locale | null =>
  offered.find((locale) => locale === name) ?? null;
