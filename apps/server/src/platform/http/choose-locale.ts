import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@mbari/words/locales';
import { type Languages, offeredLocale } from '../languages.ts';

/** Cookie with the chosen language. The web app sets and reads it. */
export const localeCookie = 'mbari_locale';

/** `Vary` header of pages, so that caches separate languages. */
export const variesByReader = 'accept-language, cookie';

type Asked = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/** Returns the language of a page: the cookie's, else the best of Accept-Language, else the site's default. */
export function chooseLocale(request: Asked, languages: Languages): Locale {
  return localeFromCookie(request.cookie, languages) ?? negotiated(request['accept-language'], languages) ?? languages.default;
}

function localeFromCookie(cookies: string | undefined, languages: Languages): Locale | null {
  const pair = (cookies ?? '')
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${localeCookie}=`));
  return offeredLocale(languages, pair?.slice(localeCookie.length + 1));
}

/** Looks up by RFC 4647: a range matches itself, its prefix (`fr-CA` takes `fr`), or the beginning of an offered language. */
function negotiated(header: string | undefined, { offered, default: fallback }: Languages): Locale | undefined {
  const ranges = (header ?? '').slice(0, 1_000).split(',').flatMap(readRange);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ range }) => range));
  const takes = offered.filter((locale) => !refused.has(locale.toLowerCase()));
  for (const { range } of ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    const match = range === '*' ? takes.find((locale) => locale === fallback) : matching(range, takes);
    if (match !== undefined) return match;
  }
  return undefined;
}

function matching(range: string, offered: readonly Locale[]): Locale | undefined {
  const parts = range.split('-');
  for (let length = parts.length; length > 0; length--) {
    const beginning = parts.slice(0, length).join('-');
    const match = offered.find((locale) => locale.toLowerCase() === beginning);
    if (match !== undefined) return match;
  }
  return offered.find((locale) => locale.toLowerCase().startsWith(`${range}-`));
}

function readRange(text: string): { range: string; quality: number }[] {
  const [, range, quality = '1'] =
    /^\s*([a-z\d]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?\s*$/i.exec(text) ?? [];
  return range === undefined ? [] : [{ range: range.toLowerCase(), quality: Number(quality) }];
}
