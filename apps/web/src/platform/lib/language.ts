import { locale } from '@mbari/words/format';
import { keepCookie, keptCookie } from './cookies.ts';

const cookie = 'mbari_locale';

export const pageLocale = locale;

/** Stores the language for this browser (null: the browser's default). Texts are part of the build, so another language needs a reload. */
export function chooseLanguage(chosen: string | null): void {
  keepCookie(cookie, chosen);
  if (chosen !== pageLocale) location.reload();
}

/** Applies the member's language setting to this browser: with a reload right after sign-in, otherwise with the next page. */
export function followChoice(chosen: string | null | undefined, { signedIn }: { signedIn: boolean }): void {
  if (chosen === null || chosen === undefined || chosen === keptCookie(cookie)) return;
  if (signedIn) chooseLanguage(chosen);
  else keepCookie(cookie, chosen);
}
