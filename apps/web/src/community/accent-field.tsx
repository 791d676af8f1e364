import { accentShades, contrastNeeded } from '@mbari/contract/platform/accent-shades';
import * as words from '@mbari/words/admin';
import { number } from '@mbari/words/format';
import { useId } from 'react';
import { FieldError } from '~/platform/ui/field.tsx';
import '~/platform/ui/switch.css';

interface AccentFieldProps {
  /** `#rrggbb`, or '' for the default. */
  value: string;
  error: readonly string[] | undefined;
  onChange: (accent: string) => void;
}

export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const id = useId();
  const contrast = value === '' ? null : accentShades(value).contrast;
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 text-t15 font-semibold">{words.accent}</legend>
      <div className="accent-row">
        <label className="flex min-h-(--touch) items-center gap-s3">
          <input
            type="checkbox"
            className="switch"
            role="switch"
            checked={value !== ''}
            aria-checked={value !== ''}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? defaultAccent : '')}
          />
          {words.ownAccent}
        </label>
        {value !== '' && (
          <input
            type="color"
            name="accent"
            className="accent-pick"
            aria-label={words.accent}
            aria-invalid={error !== undefined || undefined}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </div>
      <div aria-live="polite">
        {contrast && (
          <p className="text-t15 text-ink-quiet">
            {words.contrast({ day: formatRatio(contrast.light), night: formatRatio(contrast.dark), needed: formatRatio(contrastNeeded) })}
          </p>
        )}
        {error?.map((text) => (
          <FieldError key={text}>{text}</FieldError>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-t15 text-ink-meta">
        {words.accentHint}
      </p>
    </fieldset>
  );
}

const defaultAccent = '#273c8c';

const formatRatio = (ratio: number): string => number(Math.floor(ratio * 10) / 10, { maximumFractionDigits: 1 });
