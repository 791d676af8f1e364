import type { LRUCache } from 'lru-cache';
import { oncePerContext } from '../../platform/context.ts';
import { boundedCache } from '../../platform/db/caches.ts';
import { ownPiece, sharedPiece } from '../../platform/http/ready-json.ts';
import type { SharedPhoto } from '../posts/present-photos.ts';

/** A post as JSON, for viewers who neither made it nor are named in it. */
export interface CachedPost {
  id: string;
  /** All after the viewer's own likes and saves: `"category":…,"id":…}`. */
  rest: Buffer;
  category: string | null;
  /** Where `rest` continues after the category, which profiles replace. */
  afterCategory: number;
  /** Distinct ids of the author, the commenters and the members they mention. */
  members: readonly string[];
  /** The version of each of these members. */
  memberStates: readonly string[];
  /** The version of the post and its category. */
  state: string;
  /** When the database last confirmed these versions. */
  checked?: Checked;
}

/** Valid at this snapshot, and until this time for what changes without a write, such as a badge that ends. */
interface Checked {
  snapshot: string;
  until: number;
}

/** The database confirmed the versions of a cached post at this snapshot. */
export const isConfirmed = ({ checked }: CachedPost, snapshot: string | undefined, now: number): boolean =>
  checked !== undefined && checked.snapshot === snapshot && now < checked.until;

/**
 * Milliseconds for what no version covers. Signed addresses of restricted posts expire after at least half an hour; new images get AVIF files
 * within about an hour.
 */
const lifetimes = { fresh: 60_000, settled: 30 * 60_000 };
const settlesAfter = 60 * 60_000;

export function lifetimeOf({ photo, isPublic }: SharedPhoto, now: number): number {
  const isSettled = isPublic && now - Date.parse(photo.created_at) > settlesAfter;
  return isSettled ? lifetimes.settled : lifetimes.fresh;
}

export function serializePost({ photo, ownerState, comments }: SharedPhoto, state: string): CachedPost {
  const { likes: _likes, is_liked: _isLiked, is_saved: _isSaved, category, ...shared } = photo;
  const members = new Map([[photo.user.id, ownerState]]);
  for (const row of comments)
    for (const { id, state: version } of [{ id: row.author_id, state: row.author_state }, ...row.mentioned])
      // A member who changed between two reads has no known version.
      members.set(id, (members.get(id) ?? version) === version ? version : '');
  return {
    id: photo.id,
    rest: ownMemory(sharedPiece({ category, ...shared })),
    category,
    afterCategory: ownPiece({ category }).length - 1,
    members: [...members.keys()],
    memberStates: [...members.values()],
    state,
  };
}

/** Copies out of Node's shared pool, which stays allocated for as long as any buffer in it. */
function ownMemory(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

/** Memory of a post besides its JSON. */
const overhead = 1_024;

interface PostCache {
  posts: LRUCache<string, CachedPost>;
  /** Since the start: posts read from the cache, and posts read from the database. */
  figures: { hits: number; misses: number };
}

export const postCacheOf = oncePerContext(({ db, now }): PostCache => ({
  posts: boundedCache<string, CachedPost>(db, 'posts', {
    max: 50_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ rest }) => rest.length + overhead,
    perf: { now: () => now().getTime() },
  }),
  figures: { hits: 0, misses: 0 },
}));
