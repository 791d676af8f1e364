import * as limits from '@mbari/contract/limits';

export const title = 'Search the forum';
export const placeholder = 'Search topics and posts';
export const backToForum = 'Forum';

export const filters = 'Narrow it down';
export const category = 'Category';
export const everyCategory = 'All categories';
export const author = 'Written by';
export const authorHint = 'A username';
export const since = 'From';
export const until = 'To';
export const clearFilters = 'Clear filters';

export const searching = 'Searching';
export const found = (total: number, isCapped: boolean): string =>
  isCapped ? `${limits.foundForumPosts}+ results` : total === 1 ? '1 result' : `${total} results`;
export const foundIn = (category: string): string => `in ${category}`;
export const postNumber = (number: number): string => `Post ${number}`;
export const moreResults = 'More results';

export const begin = 'What are you looking for?';
export const beginHint = 'Search finds topics, what was said in them, and the captions of their photos.';
export const nothingFound = 'Nothing found';
export const nothingFoundHint = 'Try fewer or shorter words: the beginning of a word is enough.';
export const nothingFoundFiltered = 'There may be more without the filters.';
export const searchFailed = 'The search could not be made';
export const searchFailedHint = 'The connection may have dropped.';
export const tryAgain = 'Try Again';
