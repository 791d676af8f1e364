import type { ExcerptPart, ForumPostResult } from '@mbari/contract/forum/search';
import { searchMatchesIn } from '@mbari/contract/platform/search-terms';
import { viewAuthor } from '../platform/member-views.ts';
import type { ResultRow, SimilarRow } from './search-queries.ts';

export const viewResult = (row: ResultRow, words: string): ForumPostResult => ({
  id: row.id,
  number: row.number,
  topic: viewTopicOf(row),
  author: viewAuthor(row),
  excerpt: cutExcerpt(row.plain, words),
  created_at: row.created_at.toISOString(),
});

export const viewSimilarTopic = (row: SimilarRow) => ({ ...viewTopicOf(row), posts_count: row.posts_count, is_solved: row.is_solved });

const lengthBefore = 60;
const excerptLength = 240;

/** Cuts the text around the first match. Marks words that start with a search word. */
export function cutExcerpt(text: string, words: string): ExcerptPart[] {
  const matches = searchMatchesIn(text, words, { wholeWords: true });
  const start = startOf(text, (matches[0]?.from ?? 0) - lengthBefore);
  const end = Math.min(text.length, start + excerptLength);
  const parts: ExcerptPart[] = [];
  let from = start;
  const add = (to: number, isMatch: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), is_match: isMatch });
    from = Math.max(from, to);
  };
  for (const match of matches) {
    if (match.from < from || match.to > end) continue;
    add(match.from, false);
    add(match.to, true);
  }
  add(end, false);
  return [
    ...(start > 0 ? [{ text: '… ', is_match: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', is_match: false }] : []),
  ];
}

const viewTopicOf = (row: Omit<SimilarRow, 'posts_count' | 'is_solved'>): ForumPostResult['topic'] => ({
  id: row.topic_id,
  title: row.title,
  slug: row.slug,
  category: { id: row.category_id, name: row.category_name, slug: row.category_slug, color: row.category_color },
});

function startOf(text: string, index: number): number {
  if (index <= 0) return 0;
  const space = text.indexOf(' ', index);
  return space === -1 || space > index + lengthBefore ? index : space + 1;
}
