import { locale } from '@mbari/words/format';
import { writeCookie, readCookie } from './cookies.ts';

const cookie = 'mbari_locale';

export const pageLocale = locale;

/** Stores the language for this browser (null: the browser's default). Texts are part of the build, so another language needs a reload. */
export function chooseLanguage(chosen: string | null): void {
  writeCookie(cookie, chosen);
  if (chosen !== pageLocale) location.reload();
}

/** Applies the member's language setting to this browser: with a reload right after sign-in, otherwise with the next page. */
export function applyMemberLanguage(chosen: string | null | undefined, { signedIn }: { signedIn: boolean }): void {
  if (chosen === null || chosen === undefined || chosen === readCookie(cookie)) return;
  if (signedIn) chooseLanguage(chosen);
  else writeCookie(cookie, chosen);
}
