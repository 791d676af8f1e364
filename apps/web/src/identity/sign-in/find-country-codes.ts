import { type NamedCode, namedCountryCodes, type NamedRegion } from './named-country-codes.ts';

/** The codes that match, by region: by the beginning of a word in the country's name, its two letters, or the beginning of the number. */
export function findCountryCodes(typed: string): readonly NamedRegion[] {
  const asked = plain(typed);
  if (asked === '') return namedCountryCodes;
  return namedCountryCodes
    .map(({ codes, ...region }) => ({ ...region, codes: codes.filter((code) => answers(code, asked)) }))
    .filter(({ codes }) => codes.length > 0);
}

function answers({ code, iso, name }: NamedCode, asked: string): boolean {
  const digits = asked.replaceAll(/\D/g, '');
  if (digits !== '' && /^[+\d\s]+$/.test(asked)) return code.startsWith(`+${digits.replace(/^00/, '')}`);
  return iso.toLowerCase() === asked || `${code} ${plain(`${iso} ${name}`)}`.startsWith(asked) || ` ${plain(name)}`.includes(` ${asked}`);
}

/** Without case, marks and typographic signs: "cote d'iv" finds Côte d’Ivoire. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/g, ' ').toLowerCase().trim().replaceAll(/\s+/g, ' ');
