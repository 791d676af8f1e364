import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dateIn, listIn, numberIn, relativeIn } from './formatting.ts';
import * as format from './generated/en/format.ts';
import { type OwnFormats, ownDateIn, ownListIn, ownRelativeIn } from './own-formats.ts';

const folder = path.join(import.meta.dirname, '../formats');
const own = (locale: string) => JSON.parse(readFileSync(path.join(folder, `${locale}.json`), 'utf8')) as OwnFormats;

const day = new Date('2026-05-04T12:00:00Z');
const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
const size = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;

test.each([
  ['en', 'May 4, 2026', 'yesterday', 'in 3 days', 'A, B, and C', '1,234.5', '1.2K', '4.8 MB'],
  ['fr', '4 mai 2026', 'hier', 'dans 3 jours', 'A, B et C', '1 234,5', '1,2 k', '4,8 Mo'],
  ['ar', '4 مايو 2026', 'أمس', 'خلال 3 أيام', 'A وB وC', '1,234.5', '1.2 ألف', '4.8 م.ب'],
  ['sw', '4 Mei 2026', 'jana', 'baada ya siku 3', 'A, B na C', '1,234.5', 'elfu 1.2', 'MB 4.8'],
])('%s formats dates, relative times, lists, numbers and sizes', (locale, ...said) => {
  const number = numberIn(locale);
  const relative = relativeIn(locale);
  const answered = [
    dateIn(locale)(day, long),
    relative(-1, 'day'),
    relative(3, 'day'),
    listIn(locale)(['A', 'B', 'C']),
    number(1234.5),
    number(1234, compact),
    number(4.8, size),
  ];
  // Treats non-breaking spaces as spaces.
  expect(answered.map((text) => text.replaceAll(/[\u00A0\u202F]/g, ' ').replaceAll(/[\u200E\u200F\u2068\u2069]/g, ''))).toEqual(said);
});

test('English dates and lists follow West African usage', () => {
  expect([format.date(day, long), format.list(['A', 'B', 'C']), format.number(1234, compact)]).toEqual([
    '4 May 2026',
    'A, B and C',
    '1.2K',
  ]);
});

test('Yorùbá uses its own months, weekdays, relative times and lists', () => {
  const yoruba = own('yo');
  const date = ownDateIn(yoruba);
  expect(date(day, long)).toBe('4 Ẹ̀bibi 2026');
  expect(date(day, { weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' })).toBe('Ọjọ́ Ajé 4 Ẹ̀bibi');
  expect(date(day, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })).toBe('4 Ẹ̀bibi 2026, 12:00');
  expect(date(day, { month: 'numeric', year: 'numeric', timeZone: 'UTC' })).toBe('05/2026');
  const relative = ownRelativeIn(yoruba);
  expect([-1, 0, 1, -3, 3].map((days) => relative(days, 'day'))).toEqual(['àná', 'òní', 'ọ̀la', 'ọjọ́ 3 sẹ́yìn', 'ní ọjọ́ 3']);
  expect(relative(-1_200, 'hours')).toBe('wákàtí 1,200 sẹ́yìn');
  const list = ownListIn(yoruba);
  expect([[], ['Ayọ̀'], ['Ayọ̀', 'Bísí'], ['Ayọ̀', 'Bísí', 'Kẹ́mi']].map(list)).toEqual(['', 'Ayọ̀', 'Ayọ̀ àti Bísí', 'Ayọ̀, Bísí àti Kẹ́mi']);
});

describe.each(readdirSync(folder).map((name) => name.replace('.json', '')))('%s', (locale) => {
  test('own formats have distinct names for months and weekdays, and relative times with a count', () => {
    const { months, weekdays, relative } = own(locale);
    for (const names of [months.long, months.short]) expect(new Set(names).size).toBe(12);
    for (const names of [weekdays.long, weekdays.short]) expect(new Set(names).size).toBe(7);
    for (const { past, future } of Object.values(relative)) {
      expect(past).toContain('{count}');
      expect(future).toContain('{count}');
      expect(past).not.toBe(future);
    }
    const english = Array.from({ length: 12 }, (_, month) => ownDateIn(own(locale))(new Date(Date.UTC(2026, month, 4)), long));
    expect(english).toEqual(months.long.map((name) => `4 ${name} 2026`));
  });
});
