import { changeSiteSettings, readSiteSettings, type SiteSettings } from '@mbari/contract/platform/site';
import { hasDefault, type SettingName, settingNames, siteSettings } from '@mbari/contract/platform/site-settings';
import * as words from '@mbari/words/admin';
import { saveChanges, saving } from '@mbari/words/ui';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { siteChanged } from '~/platform/lib/cache-events/community.ts';
import { call } from '~/platform/lib/call.ts';
import { siteSettingsKey } from '~/platform/lib/query-keys.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { settingWords } from '~/platform/site/setting-words.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { SelectField, TextArea, TextField } from '~/platform/ui/field.tsx';
import { AccentField } from './accent-field.tsx';
import { LanguagesField } from './languages-field.tsx';

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
