import * as words from '@mbari/words/admin';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { FieldError, SelectField } from '~/platform/ui/field.tsx';

interface LanguagesFieldProps {
  /** Languages the operator has installed. */
  known: readonly string[];
  chosen: readonly string[];
  first: string;
  errors: FieldErrors;
  onChange: (chosen: readonly string[], first: string) => void;
}

/** Languages that members can choose, and the default, which is always one of them. */
export function LanguagesField({ known, chosen, first, errors, onChange }: LanguagesFieldProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-t15 font-semibold">{words.languages}</legend>
        <div className="site-languages">
          {known.map((tag) => (
            <label key={tag}>
              <input
                type="checkbox"
                checked={chosen.includes(tag)}
                disabled={tag === first}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    known.filter((one) => (one === tag ? checked : chosen.includes(one))),
                    first,
                  )
                }
              />
              <span lang={tag} dir="auto">
                {nameOf(tag)}
              </span>
            </label>
          ))}
        </div>
        {errors['locales']?.map((text) => (
          <FieldError key={text}>{text}</FieldError>
        ))}
      </fieldset>
      <SelectField
        label={words.defaultLanguage}
        name="default_locale"
        value={first}
        error={errors['default_locale']}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            known.filter((one) => one === value || chosen.includes(one)),
            value,
          )
        }
      >
        {known.map((tag) => (
          <option key={tag} value={tag}>
            {nameOf(tag)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Name in its own language, capitalised for a list. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
