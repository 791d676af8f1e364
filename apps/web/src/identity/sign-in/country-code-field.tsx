import { type CodeRegion, type CountryCode, countryCodes, defaultCountryCode } from '@mbari/contract/identity/country-codes';
import * as words from '@mbari/words/auth';
import { locale } from '@mbari/words/format';
import { ChevronDown } from 'lucide-react';
import './register-form.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { countryName } from '~/platform/lib/country-name.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { TextField } from '~/platform/ui/field.tsx';

/** Combobox of country codes. Focus stays in the field; a hidden input submits the code. */
export function CountryCodeField({ error }: { error: readonly string[] | undefined }) {
  const combobox = useCountryCode();
  const { selected, query, open, options, active } = combobox;
  const id = useId();
  return (
    <div className="country-code">
      <input type="hidden" name="country_code" value={selected.code} />
      <TextField
        label={words.countryCode}
        data-field="country_code"
        role="combobox"
        autoComplete="tel-country-code"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && optionId(id, active)}
        value={query ?? `${selected.code} ${selected.iso}`}
        onChange={({ currentTarget }) => combobox.type(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => {
          currentTarget.select();
          combobox.show();
        }}
        onBlur={combobox.onBlur}
        onKeyDown={combobox.onKeyDown}
        error={error}
      />
      <ChevronDown className="country-code-arrow" size={18} strokeWidth={1.6} aria-hidden="true" />
      <CodeList id={id} combobox={combobox} />
      <p role="status" className="sr-only">
        {open && query && words.codesFound({ count: options.length })}
      </p>
    </div>
  );
}

const pageLength = 8;

/** State of a combobox by the ARIA practices: selection, text, active option. */
function useCountryCode() {
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

interface NamedCode extends CountryCode {
  readonly name: string;
}

interface NamedRegion {
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

const optionId = (id: string, { iso }: NamedCode): string => `${id}-${iso}`;

interface CodeListProps {
  id: string;
  combobox: ReturnType<typeof useCountryCode>;
}

function CodeList({ id, combobox: { open, regions, options, active, choose } }: CodeListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={words.countryCode}
      hidden={!open}
      className="country-code-list"
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {open &&
        regions.map(({ region, name, codes }) => (
          <div key={region} role="group" aria-labelledby={`${id}-${region}`}>
            <div id={`${id}-${region}`} role="presentation" className="country-code-region">
              {name}
            </div>
            {codes.map((code) => (
              <CodeOption key={code.iso} id={optionId(id, code)} code={code} active={code === active} onChoose={() => choose(code)} />
            ))}
          </div>
        ))}
      {options.length === 0 && <p className="px-s4 py-s3 text-t15 text-ink-quiet">{words.noCode}</p>}
    </div>
  );
}

interface CodeOptionProps {
  id: string;
  code: NamedCode;
  active: boolean;
  onChoose: () => void;
}

function CodeOption({ id, code, active, onChoose }: CodeOptionProps) {
  return (
    <button id={id} type="button" role="option" tabIndex={-1} aria-selected={active} className="country-code-option" onClick={onChoose}>
      <span className="min-w-[3.6em] tabular-nums" dir="ltr">
        {code.code}
      </span>
      <span>{code.name}</span>
    </button>
  );
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

// +1 is listed once, as US, for all its countries.
function nameCode(code: CountryCode): NamedCode {
  return { ...code, name: code.iso === 'US' ? words.northAmerica : countryName(code.iso) };
}

function rank({ code }: CountryCode): number {
  return code === defaultCountryCode ? 0 : 1;
}

/** Country codes named in the page's language, the default first, then sorted by name. */
export const namedCountryCodes: readonly NamedRegion[] = countryCodes.map(({ region, codes }) => ({
  region,
  name: regionNames[region],
  codes: codes.map(nameCode).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, locale)),
}));

const allCodes = namedCountryCodes.flatMap(({ codes }) => codes);
