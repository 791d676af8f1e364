import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { Pushable } from '../find-pushable.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** A new message replaces an older one with the same tag. */
  tag: string;
  url: string;
  lang: Locale;
  dir: 'ltr' | 'rtl';
}

/** Omits names and titles unless the member allows them on this device. */
export function composePush(
  news: Pushable,
  { id, site, locale, showsContent }: { id: string; site: string; locale: Locale; showsContent: boolean },
): PushMessage {
  const words = wordsFor(locale);
  const { pushMessages } = words;
  return {
    title: site,
    body: showsContent ? news.say(words) : pushMessages[news.reason](news),
    tag: news.group,
    url: `/notifications/${id}${news.actionUrl === null ? '' : `?to=${encodeURIComponent(news.actionUrl)}`}`,
    lang: locale,
    dir: locales[locale].direction,
  };
}
