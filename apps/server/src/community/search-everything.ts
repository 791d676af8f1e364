import type * as calls from '@mbari/contract/community/search';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { findBestTopics } from '../forum/search-forum.ts';
import { presentTopics } from '../forum/topics/present-topics.ts';
import { findMembers } from '../people/directory/list-members.ts';
import { findPosts } from '../photos/find-posts.ts';
import { presentPhotosReadOnly } from '../photos/posts/present-photos.ts';
import { areListed } from '../photos/posts/require-visible-photo.ts';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { type SearchQuery, searchQueryOf } from '../platform/search-query.ts';
import { findTagNamed } from '../platform/tags/read-tag.ts';

type Answer = z.output<typeof calls.searchEverything.shape.answer>['data'];

/** Returns the first results of each kind, found by the list of that kind. The number of queries is fixed. */
export async function searchEverything(context: Context, viewer: Viewer, q: string): Promise<Answer> {
  await context.limits.spend('search by member', viewer.id);
  const words = searchQueryOf(q);
  if (words === null) return { tag: null, members: nothing, photos: nothing, topics: nothing };
  const [tag, members, photos, topics] = await Promise.all([
    findTagNamed(context, viewer, q),
    firstMembers(context, viewer, q),
    firstPhotos(context, viewer, words),
    firstTopics(context, viewer, q),
  ]);
  return { tag, members, photos, topics };
}

const nothing = { items: [], total: 0, total_is_capped: false };

async function firstMembers(context: Context, viewer: Viewer, q: string): Promise<Answer['members']> {
  const { data, meta } = await findMembers(context, viewer, q, { per_page: limits.perPage });
  return { items: data.slice(0, limits.membersInSearch), total: meta.total, total_is_capped: meta.total_is_capped };
}

const everywhere = { category: null, member: null, followed: false };

async function firstPhotos(context: Context, viewer: Viewer, words: SearchQuery): Promise<Answer['photos']> {
  const page = { before: idAfter(undefined), offset: 0, limit: literalLimit(limits.perPage) };
  const { ids, total } = await context.replicas.find(viewer.id, {
    find: (db) => findPosts(db, viewer.id, everywhere, { words, knownTotal: undefined, page }),
    confirm: async (found) => ((await areListed(context, viewer.id, found.ids)) ? found : undefined),
  });
  const photos = await presentPhotosReadOnly(context, viewer, ids.slice(0, limits.photosInSearch));
  return {
    items: photos.flatMap(({ id, title, user, images: [image] }) => (image ? [{ id, title, user, image }] : [])),
    total: Math.min(total, limits.photoCount),
    total_is_capped: total > limits.photoCount,
  };
}

async function firstTopics(context: Context, viewer: Viewer, q: string): Promise<Answer['topics']> {
  const { posts, ...counted } = await findBestTopics(context, viewer, q, limits.topicsInSearch);
  const topics = await presentTopics(
    context,
    viewer,
    posts.map(({ topic }) => topic.id),
  );
  const items = topics.flatMap(({ id, title, slug, category, posts_count, latest_post }) => {
    const found = posts.find(({ topic }) => topic.id === id);
    return found ? [{ id, title, slug, category, posts_count, latest_post, found: { number: found.number, excerpt: found.excerpt } }] : [];
  });
  return { items, ...counted };
}
