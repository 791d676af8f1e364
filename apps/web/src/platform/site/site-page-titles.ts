import * as words from '@mbari/words/site-pages';

export const sitePageTitles = { about: words.about, privacy: words.privacy } as const;
