import * as words from '@mbari/words/admin';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { FieldError, SelectField } from '~/platform/ui/field.tsx';

interface LanguagesFieldProps {
  /** Languages the operator has installed. */
  installed: readonly string[];
  selected: readonly string[];
  defaultLanguage: string;
  errors: FieldErrors;
  onChange: (selected: readonly string[], defaultLanguage: string) => void;
}

/** Languages that members can choose, and the default, which is always among them. */
export function LanguagesField({ installed, selected, defaultLanguage, errors, onChange }: LanguagesFieldProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-t15 font-semibold">{words.languages}</legend>
        <div className="site-languages">
          {installed.map((tag) => (
            <label key={tag}>
              <input
                type="checkbox"
                checked={selected.includes(tag)}
                disabled={tag === defaultLanguage}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    installed.filter((language) => (language === tag ? checked : selected.includes(language))),
                    defaultLanguage,
                  )
                }
              />
              <span lang={tag} dir="auto">
                {languageName(tag)}
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
        value={defaultLanguage}
        error={errors['default_locale']}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            installed.filter((language) => language === value || selected.includes(language)),
            value,
          )
        }
      >
        {installed.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languageName(tag)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Name in its own language, capitalised for a list. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
