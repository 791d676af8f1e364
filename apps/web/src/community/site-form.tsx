import { accentShades, contrastNeeded } from '@mbari/contract/platform/accent-shades';
import { changeSiteSettings, readSiteSettings, type SiteSettings } from '@mbari/contract/platform/site';
import { hasDefault, type SettingName, settingNames, siteSettings } from '@mbari/contract/platform/site-settings';
import * as words from '@mbari/words/admin';
import { number } from '@mbari/words/format';
import { saveChanges, saving } from '@mbari/words/ui';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { siteChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { siteSettingsKey } from '~/platform/lib/query-keys.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { settingWords } from '~/platform/site/setting-words.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { FieldError, SelectField, TextArea, TextField } from '~/platform/ui/field.tsx';
import '~/platform/ui/switch.css';

type StoredAsIs = 'locales' | 'visitors' | 'imports' | 'client_apps';
type SiteValues = Record<Exclude<SettingName, StoredAsIs>, string> & Pick<SiteSettings, StoredAsIs>;

const forEachSetting = <Of extends object>(make: (name: SettingName) => Of[keyof Of]) =>
  Object.fromEntries(settingNames.map((name) => [name, make(name)])) as Of;

const isStoredAsIs = (name: SettingName): name is StoredAsIs => ['locales', 'visitors', 'imports', 'client_apps'].includes(name);

const valuesOf = (settings: SiteSettings): SiteValues =>
  forEachSetting<SiteValues>((name) => (isStoredAsIs(name) ? settings[name] : (settings[name] ?? '')));
const fields = forEachSetting<SharedFields<SiteValues>>((name) => ({
  label: settingWords[name].label,
  text: (value: SiteValues[SettingName]) => (typeof value === 'string' ? value : (value?.join('\n') ?? '')),
}));

/** Refetched on every mount, because another admin may change them. */
export const siteSettingsQuery = queryOptions({
  queryKey: siteSettingsKey,
  queryFn: async ({ signal }) => (await call(readSiteSettings, { signal })).data,
  staleTime: 0,
});

export function SiteForm({ settings }: { settings: SiteSettings }) {
  const client = useQueryClient();
  const { defaults } = settings;
  const shared = useSharedEdit({ read: settings, valuesOf, fields });
  const form = useForm<SiteValues>({
    start: valuesOf(shared.base ?? settings),
    waits: shared.mustChoose,
    send: async (formValues) => {
      await shared.save(formValues, async (values, base = settings) => {
        const { data } = await call(changeSiteSettings, { body: { version: base.version, ...values } });
        void siteChanged(client, data);
        return data;
      });
    },
    done: words.saved,
    failed: words.saveFailed,
  });
  const { values, change, errors, busy, onSubmit, submit } = form;
  const control = (name: SettingName) => {
    if (name === 'locales')
      return (
        <LanguagesField
          key={name}
          installed={defaults.locales}
          selected={values.locales ?? defaults.locales}
          defaultLanguage={values.default_locale || defaults.default_locale}
          errors={errors}
          onChange={(locales, first) => change({ locales: [...locales], default_locale: first })}
        />
      );
    const setting = siteSettings[name];
    const { label, hint, options = {} } = settingWords[name];
    const field = {
      name,
      label,
      hint: hint ?? (hasDefault(name) && words.unset({ value: defaults[name] })),
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
    };
    switch (setting.kind) {
      case 'page':
        return <TextArea key={name} rows={8} maxLength={setting.max} {...field} />;
      case 'choice':
        return (
          <SelectField key={name} {...field} value={values[name] ?? (hasDefault(name) ? defaults[name] : '')}>
            {setting.options.map((option) => (
              <option key={option} value={option}>
                {options[option]}
              </option>
            ))}
          </SelectField>
        );
      case 'color':
        return <AccentField key={name} value={values.accent} error={errors[name]} onChange={(value) => change({ [name]: value })} />;
      case 'locale': // Rendered by the `locales` field.
        return null;
      default:
        return (
          <TextField key={name} type={setting.kind} maxLength={setting.max} {...(setting.kind === 'text' && { dir: 'auto' })} {...field} />
        );
    }
  };
  return (
    <form className="site-form" noValidate onSubmit={onSubmit}>
      {settingNames.map(control)}
      <ConflictChoice {...{ shared, values, change, submit }} />
      <div>
        <Button type="submit" busy={busy && saving}>
          {saveChanges}
        </Button>
      </div>
    </form>
  );
}

interface LanguagesFieldProps {
  /** Languages the operator has installed. */
  installed: readonly string[];
  selected: readonly string[];
  defaultLanguage: string;
  errors: FieldErrors;
  onChange: (selected: readonly string[], defaultLanguage: string) => void;
}

/** Languages that members can choose, and the default, which is always among them. */
function LanguagesField({ installed, selected, defaultLanguage, errors, onChange }: LanguagesFieldProps) {
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

interface AccentFieldProps {
  /** `#rrggbb`, or '' for the default. */
  value: string;
  error: readonly string[] | undefined;
  onChange: (accent: string) => void;
}

function AccentField({ value, error, onChange }: AccentFieldProps) {
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
