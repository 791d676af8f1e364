import type { ForumPostResult } from '@mbari/contract/forum/search';
import { viewAuthor } from '../platform/member-views.ts';
import { cutExcerpt } from './cut-excerpt.ts';
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

const viewTopicOf = (row: Omit<SimilarRow, 'posts_count' | 'is_solved'>): ForumPostResult['topic'] => ({
  id: row.topic_id,
  title: row.title,
  slug: row.slug,
  category: { id: row.category_id, name: row.category_name, slug: row.category_slug, color: row.category_color },
});
