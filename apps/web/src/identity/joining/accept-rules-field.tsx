import * as words from '@mbari/words/register';
import { useId } from 'react';
import { FieldError } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import './accept-rules.css';

export function AcceptRulesField({ error }: { error: readonly string[] | undefined }) {
  const id = useId();
  return (
    <div className="register-wide">
      <div className="accept-rules">
        <input
          id={id}
          type="checkbox"
          name="accepted"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
        />
        <label htmlFor={id}>
          <Phrase
            parts={words.acceptRules({
              rules: (text) => (
                <a href="/rules" target="_blank" rel="noopener" className="link">
                  {text}
                </a>
              ),
            })}
          />
        </label>
      </div>
      <div aria-live="polite">{error && <FieldError id={`${id}-error`}>{error[0]}</FieldError>}</div>
    </div>
  );
}
