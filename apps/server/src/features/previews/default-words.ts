import { type Words, wordsFor } from '@mbari/words/words-for';
import type { Context } from '../../context.ts';

type Configured = Pick<Context, 'config'>;

/** Whoever is sent a link or reads a feed is not known: they are in the site's default language. */
export const defaultWords = ({ config }: Configured): Words => wordsFor(config.languages.default);

/** As Open Graph wants it, with a country: `fr_FR`. */
export function openGraphLocale({ config }: Configured): string {
  const { language, region } = new Intl.Locale(config.languages.default).maximize();
  return `${language}_${region}`;
}
