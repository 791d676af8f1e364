import { locale } from '@mbari/words/format';

const regions = new Intl.DisplayNames(locale, { type: 'region' });

export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
