import type { SitePageName } from '@mbari/contract/platform/site-settings';
import * as words from '@mbari/words/site-pages';

export const sitePageTitles: Readonly<Record<SitePageName, string>> = { about: words.about, privacy: words.privacy };
