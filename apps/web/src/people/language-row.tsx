import { saveForumSettings } from '@mbari/contract/people/settings';
import * as words from '@mbari/words/languages';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { applySavedSettings } from '~/people/settings/settings-queries.ts';
import { CallRefused, call } from '~/platform/lib/call.ts';
import { chooseLanguage, pageLocale } from '~/platform/lib/language.ts';
import { currentSession, useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useSite } from '~/platform/site/use-site.ts';

export function LanguageRow() {
  const languages = useSite()?.languages ?? [];
  const { user } = useSession();
  const choose = useChooseLanguage();
  if (languages.length < 2) return null;
  // Until the server has answered, the page's own language.
  const settings = user?.forum_settings;
  const selected = settings ? (settings.locale ?? '') : pageLocale;
  return (
    <label className="account-row">
      <Languages size={20} strokeWidth={1.6} aria-hidden="true" />
      {words.language}
      <select className="account-language" value={selected} onChange={({ currentTarget }) => void choose(currentTarget.value || null)}>
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

/** Saves the language for pages and mails, and switches the page to it. Null: the browser's language. */
function useChooseLanguage() {
  const client = useQueryClient();
  return async (locale: string | null): Promise<void> => {
    const previousSettings = currentSession().user?.forum_settings;
    try {
      const { data } = await call(saveForumSettings, { body: { locale } });
      applySavedSettings(client, previousSettings ?? data, data);
      chooseLanguage(locale);
    } catch (error) {
      toast.error((error instanceof CallRefused && error.serverMessage) || sentences.settingsSaveFailed);
    }
  };
}
