import { countries } from '@mbari/contract/countries';
import { countryName } from './words.ts';

/** Every country by its name, in the order of names. */
export const countryList = (): { code: string; name: string }[] =>
  countries.map((code) => ({ code, name: countryName(code) })).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
