import { defaultCountryCode } from '@mbari/contract/identity/country-codes';
import { type KeyboardEvent, useState } from 'react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import { type NamedCode, type NamedRegion, namedCountryCodes } from './named-country-codes.ts';

const all = namedCountryCodes.flatMap(({ codes }) => codes);
const pageLength = 8;

/** State of a combobox by the ARIA practices: selection, text, active option. */
export function useCountryCode() {
  const [chosen, setChosen] = useState<NamedCode>(() => all.find(({ code }) => code === defaultCountryCode) ?? all[0]!);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [activeIso, setActiveIso] = useState<string>();
  const regions = findCountryCodes(typed ?? '');
  const options = regions.flatMap(({ codes }) => codes);
  const active = open ? (options.find(({ iso }) => iso === activeIso) ?? (typed ? options[0] : undefined)) : undefined;

  const show = () => {
    setOpen(true);
    setActiveIso(chosen.iso);
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (code: NamedCode) => {
    setChosen(code);
    close();
  };
  const activate = (index: number) => setActiveIso(options[index]?.iso);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return;
    const at = options.findIndex((option) => option === active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !open) show();
    else if (step !== undefined) activate((at + step + options.length) % options.length);
    else if (event.key === 'PageDown' && open) activate(Math.min(options.length - 1, at + pageLength));
    else if (event.key === 'PageUp' && open) activate(Math.max(0, at - pageLength));
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };

  return {
    chosen,
    typed,
    open,
    regions,
    options,
    active,
    show,
    choose,
    onKeyDown,
    type: (text: string) => {
      setTyped(text);
      setActiveIso(undefined);
      setOpen(true);
    },
    /** Leaving the field selects the active match. */
    onBlur: () => (typed && active ? choose(active) : close()),
  };
}

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
