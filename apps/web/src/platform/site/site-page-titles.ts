import type { SitePageName } from '@mbari/contract/site-settings';
import * as words from '@mbari/words/site-pages';

export const sitePageTitles: Readonly<Record<SitePageName, string>> = { about: words.about, privacy: words.privacy };
