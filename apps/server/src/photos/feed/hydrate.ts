import { type Context, oncePerContext } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { freshFor } from '../../platform/db/snapshot-cache.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentSharedPhotos } from '../posts/present-photos.ts';
import { noReactions, type ViewerReactions } from '../posts/views.ts';
import { type CachedPost, isConfirmed, lifetimeOf, postCacheOf, serializePost } from './post-cache.ts';
import { type Changes, findChanges, listPostsWithHiddenMembers } from './queries.ts';

/** The posts of a list with the viewer's state, without posts deleted since their ids were selected. */
export interface Hydrated {
  posts: CachedPost[];
  reactions: ViewerReactions[];
  /**
   * Ids of posts to be presented for this viewer alone: posts with a like, comment or mention by a member hidden from the viewer, and posts
   * with a content warning that the viewer gets sharp.
   */
  filteredIds: ReadonlySet<string>;
}

interface ListToHydrate {
  viewer: Viewer;
  ids: readonly string[];
}

export const listsPerQuery = 20;

const hydratorOf = oncePerContext((context) => batch((lists: ListToHydrate[]) => hydrateTogether(context, lists), listsPerQuery));

/** Hydrates ids that the viewer may list. One query per batch returns changed versions and the viewers' states. */
export const hydrate = (context: Context, viewer: Viewer, ids: readonly string[]): Promise<Hydrated> =>
  hydratorOf(context)({ viewer, ids });

async function hydrateTogether(context: Context, lists: ListToHydrate[]): Promise<Hydrated[]> {
  const ids = numbered(lists.flatMap((list) => list.ids));
  const viewers = numbered(lists.map(({ viewer }) => viewer.id));
  const pairs = lists.flatMap(({ viewer, ids: listIds }) => listIds.map((id) => [viewers.get(viewer.id)!, ids.get(id)!] as const));
  const { posts, changes } = await readPosts(context, [...ids.keys()], snapshotOfAll(lists), {
    viewerIds: [...viewers.keys()],
    pairs: { ids: [...ids.keys()], viewers: pairs.map(([viewer]) => viewer), posts: pairs.map(([, post]) => post) },
  });
  const [liked, saved, hiding] = [new Set(changes.liked), new Set(changes.saved), new Set(changes.hiding)];
  let n = 0;
  const hydrated = lists.map((list) => {
    const listPosts: CachedPost[] = [];
    const reactions: ViewerReactions[] = [];
    for (const id of list.ids) {
      n += 1;
      const post = posts.get(id);
      if (!post) continue;
      listPosts.push(post);
      reactions.push(liked.has(n) || saved.has(n) ? { isLiked: liked.has(n), isSaved: saved.has(n) } : noReactions);
    }
    const sharp = listPosts.filter((post) => post.isBlurred && isSharpFor(list.viewer, post));
    return { posts: listPosts, reactions, filteredIds: new Set(sharp.map(({ id }) => id)) };
  });
  await addFilteredIds(
    context,
    lists.flatMap(({ viewer }, index) => (hiding.has(viewers.get(viewer.id)!) ? [{ viewerId: viewer.id, ...hydrated[index]! }] : [])),
  );
  return hydrated;
}

const isSharpFor = ({ id, sensitive_photos }: Viewer, { members: [author] }: CachedPost): boolean =>
  sensitive_photos === 'show' || author === id;

function numbered(values: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
  return numbers;
}

function snapshotOfAll([first, ...otherLists]: ListToHydrate[]): string | undefined {
  const snapshot = first?.viewer.snapshot;
  return otherLists.every(({ viewer }) => viewer.snapshot === snapshot) ? snapshot : undefined;
}

/** Skips the version check of cached posts that are confirmed at the viewers' snapshot. */
async function readPosts(
  context: Context,
  ids: readonly string[],
  snapshot: string | undefined,
  viewerQuery: Pick<Parameters<typeof findChanges>[1], 'viewerIds' | 'pairs'>,
): Promise<{ posts: Map<string, CachedPost>; changes: Changes }> {
  const cache = postCacheOf(context).posts;
  const now = context.now().getTime();
  const posts = new Map<string, CachedPost>();
  for (const id of ids) {
    const post = cache.get(id);
    if (post) posts.set(id, post);
  }
  const unconfirmed = ids.filter((id) => !posts.has(id) || !isConfirmed(posts.get(id)!, snapshot, now));
  const cachedVersions = memberVersions(unconfirmed.flatMap((id) => posts.get(id) ?? []));
  const memberIds = [...cachedVersions.keys()];
  const changes = await findChanges(context.db, {
    posts: { ids: unconfirmed, states: unconfirmed.map((id) => posts.get(id)?.state ?? '') },
    members: { ids: memberIds, states: [...cachedVersions.values()] },
    ...viewerQuery,
  });
  const versions = new Map<string, string | null>(cachedVersions);
  for (const { n, state } of changes.members ?? []) versions.set(memberIds[n - 1]!, state);
  await refresh(context, posts, unconfirmed, changes, versions);
  const checked = { snapshot: changes.snapshot, until: now + freshFor };
  for (const id of unconfirmed) {
    const post = posts.get(id);
    if (post) post.checked = checked;
  }
  return { posts, changes };
}

function memberVersions(posts: readonly CachedPost[]): Map<string, string> {
  const versions = new Map<string, string>();
  for (const { members, memberStates } of posts) for (const [index, id] of members.entries()) versions.set(id, memberStates[index]!);
  return versions;
}

/** Drops deleted posts and reads changed ones. */
async function refresh(
  context: Context,
  posts: Map<string, CachedPost>,
  unconfirmed: readonly string[],
  changes: Changes,
  versions: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { posts: cache, figures } = postCacheOf(context);
  const stale = new Map<string, string>();
  for (const id of unconfirmed) {
    const post = posts.get(id);
    if (post?.members.some((member, index) => versions.get(member) !== post.memberStates[index])) stale.set(id, post.state);
  }
  for (const { n, state } of changes.posts ?? []) {
    const id = unconfirmed[n - 1]!;
    posts.delete(id);
    if (state === null) cache.delete(id);
    else stale.set(id, state);
  }
  for (const id of stale.keys()) posts.delete(id);
  figures.hits += posts.size;
  const now = context.now().getTime();
  // Versions are read before posts, so a cached post may be newer than its version, but never older.
  for (const shared of await presentSharedPhotos(context, [...stale.keys()])) {
    const post = serializePost(shared, stale.get(shared.photo.id)!);
    posts.set(post.id, post);
    cache.set(post.id, post, { ttl: lifetimeOf(shared, now) });
    figures.misses += 1;
  }
}

/** Runs after the posts are read, to cover every like, comment and mention in them. */
async function addFilteredIds(
  context: Context,
  lists: readonly { viewerId: string; posts: readonly CachedPost[]; filteredIds: Set<string> }[],
): Promise<void> {
  if (lists.length === 0) return;
  const entries = lists.flatMap(({ posts, filteredIds }, index) => posts.map((post) => ({ post, filteredIds, viewer: index + 1 })));
  const mentions = entries.flatMap(({ post }, index) => post.members.map((id) => ({ id, post: index + 1 })));
  const numbers = await listPostsWithHiddenMembers(context.db, {
    viewerIds: lists.map(({ viewerId }) => viewerId),
    posts: { viewers: entries.map(({ viewer }) => viewer), ids: entries.map(({ post }) => post.id) },
    named: { posts: mentions.map(({ post }) => post), ids: mentions.map(({ id }) => id) },
  });
  for (const n of numbers) entries[n - 1]!.filteredIds.add(entries[n - 1]!.post.id);
}
