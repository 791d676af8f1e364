import type { ExcerptPart, ForumPostResult } from '@mbari/contract/forum/search';
import type { ListMeta } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import { searchMatchesIn } from '@mbari/contract/platform/search-terms';
import type { Context } from '../platform/context.ts';
import { badCursor, pageOf, type Paging, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import {
  countListedPosts,
  findAuthor,
  listBestMatches,
  listResultRows,
  listTopicsOfPosts,
  type PostSearch,
  type ResultRow,
  type SimilarRow,
} from './search-queries.ts';
import { findForumCategory } from './topics/queries.ts';

interface SearchQueryParams extends Paging {
  q: string;
  category?: string | undefined;
  author?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Searches posts by their text, or by their topic's title or photo. */
export async function searchForum(
  context: Context,
  viewer: Viewer,
  { q, category, author, since, until, ...paging }: SearchQueryParams,
): Promise<{ data: ForumPostResult[]; meta: ListMeta & { total_is_capped: boolean } }> {
  await context.limits.spend('forum search by member', viewer.id);
  const search = await readFilters(context, { q, category, author, since, until });
  const postIds = search === null ? [] : await listMatches(context, viewer, search);
  const { cursor, offset, take } = sliceOf(paging);
  // Results are ranked again for each page. The cursor continues after the last post shown.
  const from = cursor === undefined ? offset : indexAfter(postIds, cursor);
  const { shown, meta } = pageOf(postIds.slice(from, from + take), paging, postIds.length, (id) => id);
  const rows = new Map((await listResultRows(context.db, shown)).map((row) => [row.id, row]));
  return {
    data: shown.flatMap((id) => {
      const row = rows.get(id);
      return row ? [viewResult(row, q)] : [];
    }),
    meta: { ...meta, total_is_capped: postIds.length >= limits.forumSearchResults },
  };
}

/** Searches a replica if one is current. The primary confirms that each result may be listed. */
const listMatches = (context: Context, viewer: Viewer, search: PostSearch): Promise<string[]> =>
  context.replicas.find(viewer.id, {
    find: (db) => listBestMatches(db, viewer.id, search),
    confirm: async (ids) => ((await countListedPosts(context.db, viewer.id, ids)) === ids.length ? ids : undefined),
  });

function indexAfter(postIds: readonly string[], cursor: string): number {
  if (!isId(cursor)) throw badCursor();
  const index = postIds.indexOf(cursor);
  return index === -1 ? postIds.length : index + 1;
}

export async function findTopicsByWords(
  context: Context,
  viewer: Viewer,
  { words, categoryId }: { words: string; categoryId: string | null },
): Promise<string[]> {
  await context.limits.spend('forum search by member', viewer.id);
  const query = searchQueryOf(words);
  if (query === null) return [];
  const postIds = await listMatches(context, viewer, { ...noFilters, words: query, categoryId });
  return (await listTopicsOfPosts(context.db, postIds)).map(({ topic_id }) => topic_id);
}

/** Returns the best topics with their best match, and the total number of topics. */
export async function findBestTopics(
  context: Context,
  viewer: Viewer,
  words: string,
  most: number,
): Promise<{ posts: ForumPostResult[]; total: number; total_is_capped: boolean }> {
  const query = searchQueryOf(words);
  const postIds = query === null ? [] : await listMatches(context, viewer, { ...noFilters, words: query });
  const topics = await listTopicsOfPosts(context.db, postIds);
  const best = topics.slice(0, most).map(({ id }) => id);
  const rows = await listResultRows(context.db, best);
  const posts = best.flatMap((id) => rows.filter((row) => row.id === id)).map((row) => viewResult(row, words));
  return { posts, total: topics.length, total_is_capped: postIds.length >= limits.forumSearchResults };
}

const noFilters = { categoryId: null, authorId: null, since: null, until: null };

/** Returns null without words, or if the category or author does not exist. */
async function readFilters(
  { db }: Context,
  { q, category, author, since, until }: Omit<SearchQueryParams, keyof Paging>,
): Promise<PostSearch | null> {
  const words = searchQueryOf(q);
  if (words === null) return null;
  const [inCategory, by] = await Promise.all([
    category === undefined ? null : findForumCategory(db, category),
    author === undefined ? null : findAuthor(db, author),
  ]);
  if (inCategory === undefined || by === undefined) return null;
  return {
    words,
    categoryId: inCategory?.id ?? null,
    authorId: by?.id ?? null,
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(Date.parse(until) + dayMs),
  };
}

const dayMs = 86_400_000;

const viewResult = (row: ResultRow, words: string): ForumPostResult => ({
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
