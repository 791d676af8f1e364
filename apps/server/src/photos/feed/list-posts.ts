import type { Photo } from '@mbari/contract/photos/posts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { boundedCache } from '../../platform/db/caches.ts';
import {
  type ByteRange,
  endOfList,
  firstPieceRanges,
  joinList,
  ownPiece,
  ownText,
  ReadyJson,
  type Replacement,
  replacePieces,
} from '../../platform/http/ready-json.ts';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { presentPhotos, presentPhotosReadOnly } from '../posts/present-photos.ts';
import { type ViewerReactions, viewPhotoAs, viewPhotoOnly, viewReactions } from '../posts/views.ts';
import { hydrate, type Hydrated } from './hydrate.ts';
import { type CachedPost, isConfirmed } from './post-cache.ts';

/** Ids that the viewer may list. */
export interface Candidates {
  ids: readonly string[];
  meta?: object;
  /** Cache key of the joined posts, without `meta`. Set only for lists that many viewers share. */
  key?: string;
}

/** Hydrates and presents a list of posts. All lists use this pipeline. */
export async function listPosts(context: Context, viewer: Viewer, { ids, meta, key }: Candidates): Promise<ReadyJson> {
  const end = endOfList(meta);
  const cached = key === undefined ? undefined : cachedAnswer(context, viewer, key, end);
  if (cached) return cached;
  const hydrated = ids.length === 0 ? nothing : await hydrate(context, viewer, ids);
  const ownPosts = await presentFiltered(context, viewer, hydrated);
  const { posts, reactions } = ownPosts.size === hydrated.filteredIds.size ? hydrated : without(hydrated, ownPosts);
  const shared = key === undefined || ownPosts.size > 0 ? undefined : joinShared(context, key, posts, end);
  const { json, ranges } = shared ?? joinPosts(posts, end);
  const parts = posts.flatMap((post, index) => {
    const range = ranges[index]!;
    const own = ownPosts.get(post.id);
    return (own ? { range, piece: jsonOf(own) } : viewerPart(viewer, post, reactions[index]!, range)) ?? [];
  });
  if (shared) viewerPartsOf(context).set(partsKey(viewer, shared), parts);
  return new ReadyJson(...replacePieces(json, parts));
}

const nothing: Hydrated = { posts: [], reactions: [], filteredIds: new Set() };

const presentFiltered = async (context: Context, viewer: Viewer, { filteredIds }: Hydrated): Promise<Map<string, Photo>> =>
  new Map((await presentPhotos(context, viewer, [...filteredIds])).map((photo) => [photo.id, photo]));

/** Removes posts deleted before they could be presented. */
function without({ posts, reactions, filteredIds }: Hydrated, present: ReadonlyMap<string, Photo>): Pick<Hydrated, 'posts' | 'reactions'> {
  const isThere = ({ id }: CachedPost): boolean => !filteredIds.has(id) || present.has(id);
  return { posts: posts.filter(isThere), reactions: reactions.filter((_, index) => isThere(posts[index]!)) };
}

/** A joined list that many viewers get, with a new version whenever a post changes. The end, which states the total, changes more often. */
interface SharedList extends JoinedPosts {
  posts: readonly CachedPost[];
  end: string;
  version: number;
}

let versions = 0;

const sharedListsOf = oncePerContext(({ db }) =>
  boundedCache<string, SharedList>(db, 'lists', {
    max: 200,
    maxSize: 32 * 1024 * 1024,
    // An entry also keeps its posts, about as large as the JSON.
    sizeCalculation: ({ json }) => json.length * 2,
  }),
);

/** Replacements in the JSON by viewer and list version: whole posts for organisers and named members, likes and saves for others. */
const viewerPartsOf = oncePerContext(({ db }) =>
  boundedCache<string, Replacement[]>(db, 'viewer_parts', {
    max: 20_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (parts) => parts.reduce((sum, { piece }) => sum + piece.length, 200),
  }),
);

const partsKey = ({ id, role, sensitive_photos }: Viewer, { version }: SharedList): string =>
  `${id} ${role} ${sensitive_photos} ${version}`;

/** Returns the cached answer if all its posts are confirmed at the request's snapshot. */
function cachedAnswer(context: Context, viewer: Viewer, key: string, end: string): ReadyJson | undefined {
  const list = sharedListsOf(context).get(key);
  const now = context.now().getTime();
  if (!list?.posts.every((post) => isConfirmed(post, viewer.snapshot, now))) return undefined;
  const parts = viewerPartsOf(context).get(partsKey(viewer, list));
  return parts && new ReadyJson(...replacePieces(withEnd(list, end).json, parts));
}

function joinShared(context: Context, key: string, posts: readonly CachedPost[], end: string): SharedList {
  const lists = sharedListsOf(context);
  const cached = lists.get(key);
  const isSame = cached?.posts.length === posts.length && posts.every((post, index) => post === cached.posts[index]);
  if (isSame && cached) return withEnd(cached, end);
  versions += 1;
  const list = { ...joinPosts(posts, end), posts, end, version: versions };
  lists.set(key, list);
  return list;
}

function withEnd(list: SharedList, end: string): SharedList {
  if (list.end === end) return list;
  const items = list.json.subarray(0, list.json.length - Buffer.byteLength(list.end));
  return Object.assign(list, { json: Buffer.concat([items, Buffer.from(end)]), end });
}

type FindCategories = (names: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** Returns the JSON of each post by id, with its category object. Viewers who may not act get the read-only view. */
export async function presentInProfile(
  context: Context,
  { viewer, mayAct, ids }: { viewer: Viewer | null; mayAct: boolean; ids: readonly string[] },
  findCategories: FindCategories,
): Promise<Map<string, Buffer[]>> {
  const { posts, reactions, filteredIds } = ids.length === 0 ? nothing : await hydrate(context, viewer ?? viewerWithoutBlocks, ids);
  const own = await (viewer && mayAct
    ? presentPhotos(context, viewer, [...filteredIds])
    : presentPhotosReadOnly(context, viewer, [...filteredIds]));
  const shared = posts.filter(({ id }) => !filteredIds.has(id));
  const categories = await findCategories([...new Set([...shared, ...own].flatMap(({ category }) => category ?? []))]);
  const categoryOf = ({ category }: Pick<Photo, 'category'>): object | null => categories.get(category ?? '') ?? null;
  const presented = new Map<string, Buffer[]>();
  for (const [index, post] of posts.entries())
    if (!filteredIds.has(post.id))
      presented.set(
        post.id,
        viewer && mayAct ? piecesWithCategory(viewer, post, reactions[index]!, categoryOf(post)) : [readOnlyPiece(post, categoryOf(post))],
      );
  for (const photo of own) presented.set(photo.id, [jsonOf({ ...photo, category: categoryOf(photo) })]);
  return presented;
}

const emptyReactions = ownPiece({ likes: [], is_liked: false, is_saved: false });

/** The JSON of a list for viewers without reactions to its posts. */
interface JoinedPosts {
  json: Buffer;
  ranges: ByteRange[];
}

function joinPosts(posts: readonly CachedPost[], end: string): JoinedPosts {
  const items = posts.map(({ rest }) => [emptyReactions, rest]);
  const ranges = firstPieceRanges(items).map(({ from, to }, index) => ({ from, to: to + posts[index]!.rest.length }));
  return { json: joinList(items, end), ranges };
}

/** Returns the replacement for a post's joined JSON, or undefined if this viewer needs none. */
function viewerPart(viewer: Viewer, post: CachedPost, reactions: ViewerReactions, range: ByteRange): Replacement | undefined {
  if (isPersonal(viewer, post)) return { range, piece: jsonOf(viewPhotoAs(viewer, photoOf(post), reactions)) };
  if (!reactions.isLiked && !reactions.isSaved) return undefined;
  return { range: { from: range.from, to: range.from + emptyReactions.length }, piece: ownText(viewReactions(viewer, reactions)) };
}

/** Presents a post with a category object, for profiles. */
function piecesWithCategory(viewer: Viewer, post: CachedPost, reactions: ViewerReactions, category: object | null): Buffer[] {
  if (isPersonal(viewer, post)) return [jsonOf({ ...viewPhotoAs(viewer, photoOf(post), reactions), category })];
  const ownBytes = reactions.isLiked || reactions.isSaved ? ownPiece(viewReactions(viewer, reactions)) : emptyReactions;
  return [ownBytes, ownPiece({ category }).subarray(1), post.rest.subarray(post.afterCategory)];
}

const readOnlyPiece = (post: CachedPost, category: object | null): Buffer => jsonOf({ ...viewPhotoOnly(photoOf(post)), category });

const jsonOf = (photo: object): Buffer => Buffer.from(JSON.stringify(photo));

/** Returns true for organisers and named members, whose permissions differ from the joined JSON. */
const isPersonal = ({ id, role }: Viewer, { members }: CachedPost): boolean => role !== 'member' || members.includes(id);

const photoOf = ({ rest }: CachedPost): Photo => JSON.parse(`{"likes":[],"is_liked":false,"is_saved":false,${rest.toString()}`) as Photo;
