import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { Pushable } from '../find-pushable.ts';

/** What the service worker shows. */
export interface PushMessage {
  title: string;
  body: string;
  /** A newer message of the same tag takes the place of an older one. */
  tag: string;
  /** Where a click leads: a page of this site. */
  url: string;
  lang: Locale;
  dir: 'ltr' | 'rtl';
}

/** Without names and titles, unless the member wants them on the screen of this device. */
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
