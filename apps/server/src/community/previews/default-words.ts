import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Site } from '../../platform/site.ts';

type Speaking = Pick<Site, 'languages'>;

/** Link previews and feeds use the site's default language, because their reader is unknown. */
export const defaultWords = ({ languages }: Speaking): Words => wordsFor(languages.default);

/** Open Graph locale with a country: `fr_FR`. */
export function openGraphLocale({ languages }: Speaking): string {
  const { language, region } = new Intl.Locale(languages.default).maximize();
  return `${language}_${region}`;
}
