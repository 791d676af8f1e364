import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@mbari/words/locales';
import { type Languages, offeredLocale } from '../languages.ts';

/** Set by the page when somebody chooses a language, and when a member who chose one signs in. No secret: the page's scripts read it. */
export const localeCookie = 'mbari_locale';

/** What a page says to caches by which a reader's language is chosen, so that none is given another's. */
export const variesByReader = 'accept-language, cookie';

type Asked = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/** The language of a page: what was chosen in this browser, else what the browser asks for, else the site's default. */
export function chooseLocale(asked: Asked, languages: Languages): Locale {
  return chosen(asked.cookie, languages) ?? negotiated(asked['accept-language'], languages) ?? languages.default;
}

function chosen(cookies: string | undefined, languages: Languages): Locale | null {
  const pair = (cookies ?? '')
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${localeCookie}=`));
  return offeredLocale(languages, pair?.slice(localeCookie.length + 1));
}

/** By RFC 4647: the best wanted range that is offered, or its beginning is (`fr-CA` takes `fr`), or the beginning of what is offered is. */
function negotiated(header: string | undefined, { offered, default: fallback }: Languages): Locale | undefined {
  const ranges = (header ?? '').slice(0, 1_000).split(',').flatMap(readRange);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ range }) => range));
  const takes = offered.filter((locale) => !refused.has(locale.toLowerCase()));
  for (const { range } of ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    const found = range === '*' ? takes.find((locale) => locale === fallback) : matching(range, takes);
    if (found !== undefined) return found;
  }
  return undefined;
}

function matching(range: string, offered: readonly Locale[]): Locale | undefined {
  const parts = range.split('-');
  for (let length = parts.length; length > 0; length--) {
    const beginning = parts.slice(0, length).join('-');
    const found = offered.find((locale) => locale.toLowerCase() === beginning);
    if (found !== undefined) return found;
  }
  return offered.find((locale) => locale.toLowerCase().startsWith(`${range}-`));
}

/** `fr;q=0.8`; what is no range is passed over. */
function readRange(text: string): { range: string; quality: number }[] {
  const [, range, quality = '1'] =
    /^\s*([a-z\d]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?\s*$/i.exec(text) ?? [];
  return range === undefined ? [] : [{ range: range.toLowerCase(), quality: Number(quality) }];
}
