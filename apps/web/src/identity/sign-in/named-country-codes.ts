import { type CodeRegion, type CountryCode, countryCodes, defaultCountryCode } from '@mbari/contract/identity/country-codes';
import * as words from '@mbari/words/auth';
import { locale } from '@mbari/words/format';
import { countryName } from '~/platform/lib/country-name.ts';

export interface NamedCode extends CountryCode {
  readonly name: string;
}

export interface NamedRegion {
  readonly region: CodeRegion;
  readonly name: string;
  readonly codes: readonly NamedCode[];
}

const regionNames: Readonly<Record<CodeRegion, string>> = {
  'africa': words.africa,
  'europe': words.europe,
  'americas': words.americas,
  'asia-oceania': words.asiaOceania,
  'middle-east': words.middleEast,
};

/** Country codes named in the page's language, the default first, then sorted by name. */
export const namedCountryCodes: readonly NamedRegion[] = countryCodes.map(({ region, codes }) => ({
  region,
  name: regionNames[region],
  codes: codes.map(nameCode).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, locale)),
}));

// +1 is listed once, as US, for all its countries.
function nameCode(code: CountryCode): NamedCode {
  return { ...code, name: code.iso === 'US' ? words.northAmerica : countryName(code.iso) };
}

function rank({ code }: CountryCode): number {
  return code === defaultCountryCode ? 0 : 1;
}
