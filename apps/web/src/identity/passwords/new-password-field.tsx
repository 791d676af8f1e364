import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/passwords';
import { endTokens } from '@mbari/words/passwords';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { forward } from '~/platform/lib/direction.ts';
import { strokePath } from '~/platform/site/paths.ts';
import { PasswordField } from '~/platform/ui/field.tsx';
import { type Strength, strengthOf } from './password-strength.ts';

interface NewPasswordFieldProps {
  label: ReactNode;
  /** Personal words to avoid, in addition to the form's name, username and email. */
  about?: readonly string[];
  error: readonly string[] | undefined;
}

export function NewPasswordField({ label, about = [], error }: NewPasswordFieldProps) {
  const [input, setInput] = useState({ password: '', personalWords: about });
  const [isCommon, setIsCommon] = useState<(word: string) => boolean>(() => () => false);
  const loadCommonPasswords = () =>
    // If the list fails to load, the server still rejects common passwords.
    void import('virtual:most-used-passwords').then(
      ({ mostUsedPasswords }) => {
        const list = new Set(mostUsedPasswords.split('\n'));
        setIsCommon(() => (word: string) => list.has(word));
      },
      () => undefined,
    );
  const measureStrength = ({ currentTarget: { value, form } }: ChangeEvent<HTMLInputElement>) => {
    const fields = ['name', 'username', 'email'].map((field) => form?.elements.namedItem(field));
    const personalWords = fields.flatMap((field) => (field instanceof HTMLInputElement ? [field.value] : []));
    setInput({ password: value, personalWords: [...about, ...personalWords] });
  };
  return (
    <div>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        onFocus={loadCommonPasswords}
        onChange={measureStrength}
        error={error}
      />
      <StrengthMeter strength={input.password === '' ? emptyStrength : strengthOf(input.password, input.personalWords, isCommon)} />
    </div>
  );
}

const emptyStrength: Strength = { level: 0, label: words.atLeast({ count: limits.passwordMin }) };
const colours = ['text-hairline', 'text-laterite', 'text-ochre', 'text-leaf', 'text-leaf'] as const;

function StrengthMeter({ strength: { level, label } }: { strength: Strength }) {
  return (
    <div className="mt-s2">
      <svg viewBox="0 0 424 8" preserveAspectRatio="none" className={`h-2 w-full ${colours[level]}`} aria-hidden="true">
        {[1, 2, 3, 4].map((stroke) => (
          <path
            key={stroke}
            d={strokePath}
            fill="currentColor"
            transform={`translate(${(forward() === 1 ? stroke - 1 : 4 - stroke) * 108})`}
            className={stroke > level ? 'text-hairline' : ''}
          />
        ))}
      </svg>
      <p aria-live="polite" className="mt-1 text-t15 text-ink-meta">
        {label}
      </p>
    </div>
  );
}

/** Checked by default: a thief may have created a token. */
export function EndTokensField() {
  return (
    <label className="flex min-h-(--touch) items-center gap-s3">
      <input type="checkbox" name="end_tokens" defaultChecked className="size-[20px] flex-none accent-indigo" />
      {endTokens}
    </label>
  );
}
