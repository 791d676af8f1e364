import * as words from '@mbari/words/languages';
import { useEffect } from 'react';
import { chooseLanguage, pageLocale } from '~/platform/lib/language.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useSite } from './use-site.ts';

/** Language menu for visitors. Hidden for a single language, and for members, who use the settings. */
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

/** Holds the visitor's input while the page reloads in another language. */
const fieldsKey = 'mbari_fields';

/** Passwords are never stored. */
const typedFields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('main form input[name]:not([type=hidden], [type=password], [type=checkbox], [readonly])'),
];

function storeFields(): void {
  const values = Object.fromEntries(typedFields().flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])));
  try {
    sessionStorage.setItem(fieldsKey, JSON.stringify({ path: location.pathname, values }));
  } catch {
    // If storage is blocked, the fields are empty after the reload.
  }
}

function restoreFields(): void {
  try {
    const storedFields = JSON.parse(sessionStorage.getItem(fieldsKey) ?? 'null') as { path: string; values: Record<string, string> } | null;
    sessionStorage.removeItem(fieldsKey);
    if (storedFields?.path !== location.pathname) return;
    for (const field of typedFields()) if (field.value === '') field.value = storedFields.values[field.name] ?? '';
  } catch {
    // Unreadable storage leaves the fields empty.
  }
}
