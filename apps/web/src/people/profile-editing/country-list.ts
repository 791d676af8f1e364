import { countries } from '@mbari/contract/countries';
import { locale } from '@mbari/words/format';
import { countryName } from '~/platform/lib/country-name.ts';

export const countryList = (): { code: string; name: string }[] =>
  countries.map((code) => ({ code, name: countryName(code) })).toSorted((one, other) => one.name.localeCompare(other.name, locale));
