import * as words from '@mbari/words/auth';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { TextField } from '~/platform/ui/field.tsx';
import type { NamedCode } from './named-country-codes.ts';
import { useCountryCode } from './use-country-code.ts';
import './country-code-field.css';

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
