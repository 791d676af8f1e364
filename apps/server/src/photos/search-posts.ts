import type * as calls from '@mbari/contract/photos/feed';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { idAfter, literalLimit, pageOf, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { type SearchQuery, searchQueryOf } from '../platform/search-query.ts';
import { findTagKey } from '../platform/tags/queries.ts';
import type { Candidates } from './feed/list-posts.ts';
import { findAtPlace, findPosts, findTagged, listScope, type Posts } from './find-posts.ts';
import { areListed } from './posts/require-visible-photo.ts';
import { findCategory } from './save-category.ts';
import { type FilterScope, findAuthorId, type Page } from './search-queries.ts';

type Query = z.output<typeof calls.listPhotos.shape.query>;
type Answer = z.output<typeof calls.listPhotos.shape.answer>;

export const hasFilters = ({ search = '', category = '', username = '', tag = '', place = '' }: Query): boolean =>
  search !== '' || category.trim() !== '' || username.trim() !== '' || tag !== '' || place !== '';

/** Finds the newest posts that match all filters. Returns undefined if no filter narrows the list, as for a search without words. */
export async function searchPosts(context: Context, viewer: Viewer, query: Query): Promise<Candidates | undefined> {
  const { search = '', category: named = '', username = '', tag = '', place = '', feed } = query;
  const author = username.trim().toLowerCase();
  const words = searchQueryOf(search);
  const hasCategory = named.trim() !== '';

  const nothing = { ids: [], meta: pageOf([], query, 0, String).meta };
  // PostgreSQL rejects zero bytes, and no name contains one.
  if (author.includes('\0')) return nothing;
  const [memberId, category, tagKey, placeKey] = await Promise.all([
    author ? findAuthorId(context.db, viewer.id, author) : null,
    hasCategory ? findCategory(context.db, named) : null,
    tag ? findTagKey(context.db, tag) : null,
    // Places have the same keys as tags.
    place ? findTagKey(context.db, place) : null,
  ]);
  if ((hasCategory && category === null) || (author && memberId === null) || (tag && tagKey === null) || (place && placeKey === null))
    return nothing;
  if (words === null && category === null && memberId === null && tagKey === null && placeKey === null) return undefined;

  const scope: FilterScope = { category: category?.id ?? null, member: memberId, followed: feed === 'following' };
  return context.replicas.find(viewer.id, {
    find: (db) => read(db, viewer.id, scope, { words, tag: tagKey, place: placeKey }, query),
    confirm: async (page) => ((await areListed(context, viewer.id, page.ids)) ? page : undefined),
  });
}

interface ResultPage {
  ids: string[];
  meta: Answer['meta'];
}

interface SearchTerms {
  words: SearchQuery | null;
  tag: string | null;
  place: string | null;
}

function read(db: Statements, viewerId: string, scope: FilterScope, { words, tag, place }: SearchTerms, query: Query): Promise<ResultPage> {
  if (tag !== null)
    return findPages(query, (knownTotal, page) => findTagged(db, viewerId, scope, { tag, words: words?.all ?? null, knownTotal, page }));
  if (place !== null)
    return findPages(query, (knownTotal, page) => findAtPlace(db, viewerId, scope, { place, words: words?.all ?? null, knownTotal, page }));
  if (words !== null) return findPages(query, (knownTotal, page) => findPosts(db, viewerId, scope, { words, knownTotal, page }));
  return readScope(db, viewerId, scope, query);
}

async function readScope(db: Statements, viewerId: string, scope: FilterScope, query: Query): Promise<ResultPage> {
  const { cursor, offset, take } = sliceOf(query);
  const { ids, total } = await listScope(db, viewerId, scope, { before: idAfter(cursor), offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(ids, query, total, (id) => id);
  return { ids: shown, meta };
}

/** Counting is slow, so the cursor carries the total of the first page. */
async function findPages(query: Query, find: (knownTotal: number | undefined, page: Page) => Promise<Posts>): Promise<ResultPage> {
  const { cursor, offset, take } = sliceOf(query);
  // Numbered pages end at the counting limit, to avoid deep offsets.
  const isBeyond = offset >= limits.photoCount;
  const [, after, countedTotal] = cursor === undefined ? [] : (/^(.+)\.(\d{1,4})$/.exec(cursor) ?? [undefined, cursor]);
  const knownTotal = countedTotal === undefined ? undefined : Number(countedTotal);
  const { ids, total } = await find(knownTotal, { before: idAfter(after), offset: isBeyond ? 0 : offset, limit: literalLimit(take) });
  const isCapped = total > limits.photoCount;
  const { shown, meta } = pageOf(
    isBeyond ? [] : ids,
    query,
    Math.min(total, limits.photoCount),
    (id) => `${id}.${Math.min(total, limits.photoCount + 1)}`,
  );
  return { ids: shown, meta: { ...meta, total_is_capped: isCapped } };
}
