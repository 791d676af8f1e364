import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Site } from '../../platform/site.ts';

type Speaking = Pick<Site, 'languages'>;

/** Whoever is sent a link or reads a feed is not known: they are in the site's default language. */
export const defaultWords = ({ languages }: Speaking): Words => wordsFor(languages.default);

/** As Open Graph wants it, with a country: `fr_FR`. */
export function openGraphLocale({ languages }: Speaking): string {
  const { language, region } = new Intl.Locale(languages.default).maximize();
  return `${language}_${region}`;
}
