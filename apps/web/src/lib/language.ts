import { locale } from '@mbari/words/format';

/** The server reads it to know which language a page is wanted in. */
const cookie = 'mbari_locale';
const year = 365 * 24 * 60 * 60;

/** The language that this page's words are in. */
export const pageLocale = locale;

const keptLocale = (): string | null => new RegExp(`(?:^|; )${cookie}=([\\w-]+)`).exec(document.cookie)?.[1] ?? null;

function keepLocale(chosen: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}=${chosen ?? ''}; path=/; max-age=${chosen === null ? 0 : year}; samesite=lax${secure}`;
}

/** Keeps the language for this browser, null: whatever it asks for. The words are part of a page, so that another language is another page. */
export function chooseLanguage(chosen: string | null): void {
  keepLocale(chosen);
  if (chosen !== pageLocale) location.reload();
}

/**
 * What a member chose comes before what was chosen in their browser. Somebody who signs in gets their page anew; a page that is in use is
 * left alone. Where the server has no such page yet, it is asked for once.
 */
export function followChoice(chosen: string | null | undefined, { signedIn }: { signedIn: boolean }): void {
  if (chosen === null || chosen === undefined || chosen === keptLocale()) return;
  if (signedIn) chooseLanguage(chosen);
  else keepLocale(chosen);
}
