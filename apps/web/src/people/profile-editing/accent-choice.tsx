import { type Accent, accents } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/customising';
import { useId } from 'react';
import { FieldError } from '~/platform/ui/field.tsx';

const names: Record<Accent, string> = {
  laterite: words.laterite,
  ochre: words.ochre,
  indigo: words.indigo,
  leaf: words.leaf,
  kola: words.kola,
  soot: words.soot,
};

interface AccentChoiceProps {
  accent: Accent | null;
  errors: readonly string[] | undefined;
  onChange: (accent: Accent | null) => void;
}

/** The colour of the profile's strokes and the avatar's ring. */
export function AccentChoice({ accent, errors, onChange }: AccentChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={errors && errorId}>
      <legend className="mb-s2 font-semibold">{words.accent}</legend>
      <div className="accents">
        {[null, ...accents].map((value) => (
          <label key={value ?? 'none'} className="accent" data-accent={value ?? 'none'}>
            <input type="radio" name="accent" className="sr-only" checked={accent === value} onChange={() => onChange(value)} />
            <span className="accent-swatch" aria-hidden="true" />
            {value === null ? words.ownAccent : names[value]}
          </label>
        ))}
      </div>
      <div aria-live="polite">{errors && <FieldError id={errorId}>{errors[0]}</FieldError>}</div>
    </fieldset>
  );
}
