import { locale } from '@mbari/words/format';

const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** Returns a country's name, or the code if it is unknown. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
