import * as words from '@mbari/words/languages';
import { useEffect } from 'react';
import { chooseLanguage, pageLocale } from '~/platform/lib/language.ts';
import { useSession } from '~/platform/lib/session.ts';
import { restoreFields, storeFields } from './stored-fields.ts';
import { useSite } from './use-site.ts';

/** Language choice for visitors, each by its own name. Hidden if there is only one; members choose theirs in the settings. */
export function LanguageMenu() {
  const languages = useSite()?.languages ?? [];
  const { user } = useSession();
  useEffect(restoreFields, []);
  if (languages.length < 2 || user !== null) return null;
  return (
    <nav aria-label={words.language}>
      <ul className="flex flex-wrap gap-x-s5">
        {languages.map(({ tag, name }) => (
          <li key={tag}>
            <button
              type="button"
              lang={tag}
              dir="auto"
              className="word text-t15"
              aria-current={tag === pageLocale ? 'page' : undefined}
              onClick={() => {
                storeFields();
                chooseLanguage(tag);
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
