import { type NamedCode, namedCountryCodes, type NamedRegion } from './named-country-codes.ts';

/** Returns matches by region: start of a word of the name, two-letter code, or start of the number. */
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

/** Removes case, diacritics and typographic signs: "cote d'iv" matches Côte d’Ivoire. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/g, ' ').toLowerCase().trim().replaceAll(/\s+/g, ' ');
