import type { Locale } from '@mbari/words/locales';
import type { Words } from '@mbari/words/words-for';
import type { Context } from '../../platform/context.ts';
import type { Html } from '../../platform/http/plain-page.ts';
import type { Site } from '../../platform/site.ts';

/** A visitor's request for a page. */
export interface PageRequest {
  context: Context;
  site: Site;
  locale: Locale;
  words: Words;
  /** Posts before this id; the highest id for the first page. */
  before: string;
  path: string;
}

export interface PublicPage {
  /** HTML for the head: title, description, canonical address, preview and structured data. */
  head: string;
  /** CSS of this page: proportions and mean colours of its photos. */
  style: string;
  /** `Link` header for the first photo. */
  preload?: string | undefined;
  main: Html;
  /** The front page shows its own large header. */
  isFront?: boolean;
  /** Search engines may list the page. */
  isIndexed: boolean;
}
