import { defaultCountryCode } from '@mbari/contract/identity/country-codes';
import { type KeyboardEvent, useState } from 'react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import { type NamedCode, type NamedRegion, namedCountryCodes } from './named-country-codes.ts';

const allCodes = namedCountryCodes.flatMap(({ codes }) => codes);
const pageLength = 8;

/** State of a combobox by the ARIA practices: selection, text, active option. */
export function useCountryCode() {
  const [selected, setSelected] = useState<NamedCode>(() => allCodes.find(({ code }) => code === defaultCountryCode) ?? allCodes[0]!);
  const [query, setQuery] = useState<string>();
  const [open, setOpen] = useState(false);
  const [activeIso, setActiveIso] = useState<string>();
  const regions = findCountryCodes(query ?? '');
  const options = regions.flatMap(({ codes }) => codes);
  const active = open ? (options.find(({ iso }) => iso === activeIso) ?? (query ? options[0] : undefined)) : undefined;

  const show = () => {
    setOpen(true);
    setActiveIso(selected.iso);
  };
  const close = () => {
    setOpen(false);
    setQuery(undefined);
  };
  const choose = (code: NamedCode) => {
    setSelected(code);
    close();
  };
  const activate = (index: number) => setActiveIso(options[index]?.iso);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return;
    const index = options.findIndex((option) => option === active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !open) show();
    else if (step !== undefined) activate((index + step + options.length) % options.length);
    else if (event.key === 'PageDown' && open) activate(Math.min(options.length - 1, index + pageLength));
    else if (event.key === 'PageUp' && open) activate(Math.max(0, index - pageLength));
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  return {
    selected,
    query,
    open,
    regions,
    options,
    active,
    show,
    choose,
    onKeyDown,
    type: (text: string) => {
      setQuery(text);
      setActiveIso(undefined);
      setOpen(true);
    },
    /** Leaving the field selects the active match. */
    onBlur: () => (query && active ? choose(active) : close()),
  };
}

/** Returns matches by region: start of a word of the name, two-letter code, or start of the number. */
export function findCountryCodes(query: string): readonly NamedRegion[] {
  const needle = normalizeText(query);
  if (needle === '') return namedCountryCodes;
  return namedCountryCodes
    .map(({ codes, ...region }) => ({ ...region, codes: codes.filter((code) => matchesCode(code, needle)) }))
    .filter(({ codes }) => codes.length > 0);
}

function matchesCode({ code, iso, name }: NamedCode, needle: string): boolean {
  const digits = needle.replaceAll(/\D/g, '');
  if (digits !== '' && /^[+\d\s]+$/.test(needle)) return code.startsWith(`+${digits.replace(/^00/, '')}`);
  return (
    iso.toLowerCase() === needle ||
    `${code} ${normalizeText(`${iso} ${name}`)}`.startsWith(needle) ||
    ` ${normalizeText(name)}`.includes(` ${needle}`)
  );
}

/** Removes case, diacritics and typographic signs: "cote d'iv" matches Côte d’Ivoire. */
const normalizeText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/g, ' ').toLowerCase().trim().replaceAll(/\s+/g, ' ');
