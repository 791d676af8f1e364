import { countryCodes, defaultCountryCode, type CountryCode } from '@mbari/contract/country-codes';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { TextField } from '~/ui/field.tsx';
import { findCountryCodes } from './find-country-codes.ts';
import './country-code-field.css';

const all = countryCodes.flatMap(({ codes }) => codes);
const shown = ({ code, iso }: CountryCode): string => `${code} ${iso}`;

/**
 * A country's code, found by typing: a combobox with a list of options, as the ARIA practices describe it. The focus stays in the
 * field; the option that Enter would take is told by `aria-activedescendant`. A hidden field sends the code alone.
 */
export function CountryCodeField({ error }: { error: readonly string[] | undefined }) {
  const [chosen, setChosen] = useState<CountryCode>(() => all.find(({ code }) => code === defaultCountryCode) ?? all[0]!);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const regions = findCountryCodes(typed ?? '');
  const options = regions.flatMap(({ codes }) => codes);
  const marked = open ? (options.find(({ iso }) => iso === active) ?? (typed ? options[0] : undefined)) : undefined;
  const idOf = ({ iso }: CountryCode) => `${id}-${iso}`;

  useEffect(() => {
    if (marked) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);

  const show = () => {
    setOpen(true);
    setActive(chosen.iso);
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (code: CountryCode) => {
    setChosen(code);
    close();
  };
  const step = (by: number) => {
    if (!open) return show();
    const at = options.findIndex(({ iso }) => iso === marked?.iso);
    setActive(options[(at + by + options.length) % options.length]?.iso);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'PageDown' && open)
      setActive(options[Math.min(options.length - 1, options.findIndex((one) => one === marked) + 8)]?.iso);
    else if (event.key === 'PageUp' && open) setActive(options[Math.max(0, options.findIndex((one) => one === marked) - 8)]?.iso);
    else if (event.key === 'Enter' && marked) choose(marked);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
  };
  // Whoever leaves the field meant what is marked, where they typed something that is found.
  const leave = () => (typed && marked ? choose(marked) : close());

  return (
    <div className="country-code">
      <input type="hidden" name="country_code" value={chosen.code} />
      <TextField
        label="Country code"
        data-field="country_code"
        role="combobox"
        autoComplete="tel-country-code"
        autoCorrect="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={marked && idOf(marked)}
        value={typed ?? shown(chosen)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setActive(undefined);
          setOpen(true);
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => {
          currentTarget.select();
          show();
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
        error={error}
      />
      <ChevronDown className="country-code-arrow" size={18} strokeWidth={1.6} aria-hidden="true" />
      {/* A press in the list leaves the focus where it is. */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Country code"
        hidden={!open}
        className="country-code-list"
        onMouseDown={(event) => event.preventDefault()}
      >
        {open &&
          regions.map(({ region, codes }) => (
            <div key={region} role="group" aria-labelledby={`${id}-${region}`}>
              <div id={`${id}-${region}`} role="presentation" className="country-code-region">
                {region}
              </div>
              {codes.map((code) => (
                <button
                  key={code.iso}
                  id={idOf(code)}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={code === marked}
                  className="country-code-option"
                  onClick={() => choose(code)}
                >
                  <span className="min-w-[3.6em] tabular-nums">{code.code}</span>
                  <span>{code.name}</span>
                </button>
              ))}
            </div>
          ))}
        {options.length === 0 && <p className="px-s4 py-s3 text-t15 text-ink-quiet">No country or code begins so.</p>}
      </div>
      <p role="status" className="sr-only">
        {open && typed && (options.length === 1 ? '1 code' : `${options.length} codes`)}
      </p>
    </div>
  );
}
