import * as words from '@mbari/words/languages';
import { Languages } from 'lucide-react';
import { pageLocale } from '~/platform/lib/language.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { useChooseLanguage } from './use-choose-language.ts';

/** Returns null if only one language is offered. */
export function LanguageRow() {
  const languages = useSite()?.languages ?? [];
  const { user } = useSession();
  const choose = useChooseLanguage();
  if (languages.length < 2) return null;
  // Until the server has answered, the page's own language.
  const settings = user?.forum_settings;
  const chosen = settings ? (settings.locale ?? '') : pageLocale;
  return (
    <label className="account-row">
      <Languages size={20} strokeWidth={1.6} aria-hidden="true" />
      {words.language}
      <select className="account-language" value={chosen} onChange={({ currentTarget }) => void choose(currentTarget.value || null)}>
        <option value="">{words.asBrowser}</option>
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
