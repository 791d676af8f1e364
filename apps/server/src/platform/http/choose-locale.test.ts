import type { Locale } from '@mbari/words/locales';
import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

const offered = ['en', 'fr', 'pt-BR', 'ar'] as string[] as Locale[];
const languages = { offered, default: 'en' as const };

test.each([
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['pt', 'pt-BR'],
  ['pt-PT, fr;q=0.5', 'fr'],
  ['en;q=0.5, ar;q=0.7', 'ar'],
  ['ar;q=0.7, fr;q=0.7', 'ar'],
  ['de, fr;q=0.1', 'fr'],
  ['de, *;q=0.1', 'en'],
  ['fr;q=0, ar', 'ar'],
  ['fr;q=0', 'en'],
  ['de', 'en'],
  ['', 'en'],
  ['fr;q=2, ;;, -', 'en'],
  ['x'.repeat(100_000), 'en'],
])('a browser that asks for "%.40s" gets %s', (header, locale) => {
  expect(chooseLocale({ 'accept-language': header }, languages)).toBe(locale);
});

test('the language chosen in the browser takes precedence over Accept-Language', () => {
  expect(chooseLocale({ 'cookie': 'a=b; mbari_locale=fr', 'accept-language': 'ar' }, languages)).toBe('fr');
});

test('a language that is no longer offered is ignored', () => {
  expect(chooseLocale({ 'cookie': 'mbari_locale=yo', 'accept-language': 'ar' }, languages)).toBe('ar');
  expect(chooseLocale({ cookie: 'mbari_locale=__proto__' }, languages)).toBe('en');
});

test('a browser without a preference gets the site’s default', () => {
  expect(chooseLocale({}, { ...languages, default: 'fr' })).toBe('fr');
});
