import { locale } from '@mbari/words/format';
import { keepCookie, keptCookie } from './cookies.ts';

/** The server reads it to know which language a page is wanted in. */
const cookie = 'mbari_locale';

/** The language that this page's words are in. */
export const pageLocale = locale;

/** Keeps the language for this browser, null: whatever it asks for. The words are part of a page, so that another language is another page. */
export function chooseLanguage(chosen: string | null): void {
  keepCookie(cookie, chosen);
  if (chosen !== pageLocale) location.reload();
}

/**
 * What a member chose comes before what was chosen in their browser. Somebody who signs in gets their page anew; a page that is in use is
 * left alone. Where the server has no such page yet, it is asked for once.
 */
export function followChoice(chosen: string | null | undefined, { signedIn }: { signedIn: boolean }): void {
  if (chosen === null || chosen === undefined || chosen === keptCookie(cookie)) return;
  if (signedIn) chooseLanguage(chosen);
  else keepCookie(cookie, chosen);
}
