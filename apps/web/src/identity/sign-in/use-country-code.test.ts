import { countryCodes, defaultCountryCode, isCountryCode } from '@mbari/contract/identity/country-codes';
import { expect, test } from 'vitest';
import { namedCountryCodes } from './named-country-codes.ts';
import { findCountryCodes } from './use-country-code.ts';

const countryNames = (query: string) => findCountryCodes(query).flatMap(({ codes }) => codes.map(({ name }) => name));

test.each([
  ['gha', ['Ghana']],
  ['233', ['Ghana']],
  ['+233', ['Ghana']],
  ['00233', ['Ghana']],
  ['GH', ['Ghana']],
  ['+233 GH', ['Ghana']],
  ["cote d'iv", ['Côte d’Ivoire']],
  ['ni', ['Nigeria', 'Niger']],
  ['TURKIYE', ['Türkiye']],
  ['jamaica', ['United States, Canada, Jamaica']],
  ['97', ['Israel', 'Qatar', 'United Arab Emirates']],
  ['atlantis', []],
])('%s finds %j', (query, names) => {
  expect(countryNames(query)).toEqual(names);
});

test('an empty query finds all codes in five regions, including the default', () => {
  expect(findCountryCodes(' ')).toBe(namedCountryCodes);
  expect(countryCodes).toHaveLength(5);
  expect(countryNames('').length).toBeGreaterThanOrEqual(50);
  expect(isCountryCode(defaultCountryCode)).toBe(true);
});
