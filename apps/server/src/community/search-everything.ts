import type * as calls from '@mbari/contract/community/search';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { findBestTopics } from '../forum/search-forum.ts';
import { presentTopics } from '../forum/topics/present-topics.ts';
import { findMembers } from '../people/list-members.ts';
import { viewMember } from '../people/member-cards.ts';
import { findPosts } from '../photos/find-posts.ts';
import { presentPhotosReadOnly } from '../photos/posts/present-photos.ts';
import { areListed } from '../photos/posts/require-visible-photo.ts';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { type SearchQuery, searchQueryOf } from '../platform/search-query.ts';
import { findTagByName } from '../platform/tags/routes.ts';

type Answer = z.output<typeof calls.searchEverything.shape.answer>['data'];

/** Returns the first results of each kind, by the search of its own list. The number of queries is fixed. */
export async function searchEverything(context: Context, viewer: Viewer, q: string): Promise<Answer> {
  await context.limits.spend('search by member', viewer.id);
  const words = searchQueryOf(q);
  if (words === null) return { tag: null, members: noResults, photos: noResults, topics: noResults };
  const [tag, members, photos, topics] = await Promise.all([
    findTagByName(context, viewer, q),
    searchMembers(context, viewer, q),
    searchPhotos(context, viewer, words),
    searchTopics(context, viewer, q),
  ]);
  return { tag, members, photos, topics };
}

const noResults = { items: [], total: 0, total_is_capped: false };

async function searchMembers(context: Context, viewer: Viewer, q: string): Promise<Answer['members']> {
  const { shown, meta } = await findMembers(context, viewer, q, { per_page: limits.perPage });
  return { items: shown.slice(0, limits.membersInSearch).map(viewMember), total: meta.total, total_is_capped: meta.total_is_capped };
}

const noFilter = { category: null, member: null, followed: false };

async function searchPhotos(context: Context, viewer: Viewer, words: SearchQuery): Promise<Answer['photos']> {
  const page = { before: idAfter(undefined), offset: 0, limit: literalLimit(limits.perPage) };
  const { ids, total } = await context.replicas.find(viewer.id, {
    find: (db) => findPosts(db, viewer.id, noFilter, { words, knownTotal: undefined, page }),
    confirm: async (match) => ((await areListed(context, viewer.id, match.ids)) ? match : undefined),
  });
  const photos = await presentPhotosReadOnly(context, viewer, ids.slice(0, limits.photosInSearch));
  return {
    items: photos.flatMap(({ id, title, user, images: [image] }) => (image ? [{ id, title, user, image }] : [])),
    total: Math.min(total, limits.photoCount),
    total_is_capped: total > limits.photoCount,
  };
}

async function searchTopics(context: Context, viewer: Viewer, q: string): Promise<Answer['topics']> {
  const { posts, ...totals } = await findBestTopics(context, viewer, q, limits.topicsInSearch);
  const topics = await presentTopics(
    context,
    viewer,
    posts.map(({ topic }) => topic.id),
  );
  const items = topics.flatMap(({ id, title, slug, category, posts_count, latest_post }) => {
    const match = posts.find(({ topic }) => topic.id === id);
    return match ? [{ id, title, slug, category, posts_count, latest_post, found: { number: match.number, excerpt: match.excerpt } }] : [];
  });
  return { items, ...totals };
}
