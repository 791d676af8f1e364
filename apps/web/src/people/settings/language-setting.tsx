import * as words from '@mbari/words/languages';
import { useSite } from '~/platform/site/use-site.ts';
import { SelectRow } from '~/platform/ui/setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export function LanguageSetting({ form: { settings, change } }: { form: SettingsForm }) {
  const languages = useSite()?.languages ?? [];
  if (languages.length < 2) return null;
  return (
    <SelectRow
      label={words.language}
      hint={words.languageHint}
      value={settings.locale ?? ''}
      onChange={({ currentTarget }) => change({ locale: currentTarget.value || null })}
    >
      <option value="">{words.asBrowser}</option>
      {languages.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </SelectRow>
  );
}
