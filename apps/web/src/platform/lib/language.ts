import { locale } from '@mbari/words/format';
import { writeCookie, readCookie } from './cookies.ts';

const cookie = 'mbari_locale';

export const pageLocale = locale;

/** Stores the language for this browser (null: the browser's default). Texts are part of the build, so another language needs a reload. */
export function chooseLanguage(language: string | null): void {
  writeCookie(cookie, language);
  if (language !== pageLocale) location.reload();
}

/** Applies the member's language setting to this browser: with a reload right after sign-in, otherwise with the next page. */
export function applyMemberLanguage(language: string | null | undefined, { signedIn }: { signedIn: boolean }): void {
  if (language === null || language === undefined || language === readCookie(cookie)) return;
  if (signedIn) chooseLanguage(language);
  else writeCookie(cookie, language);
}
