import type { LRUCache } from 'lru-cache';
import { Counter, type Metric } from 'prom-client';
import { oncePerContext, type Context } from '../../platform/context.ts';
import { boundedCache } from '../../platform/db/caches.ts';
import { ownPiece, sharedPiece } from '../../platform/http/ready-json.ts';
import type { SharedPhoto } from '../posts/present-photos.ts';

/** A post as JSON, for members who did not make it and are not named in it. */
export interface CachedPost {
  id: string;
  /** JSON after the viewer's likes and saves: `"category":…,"id":…}`. */
  rest: Buffer;
  category: string | null;
  /** The images are blurred. The author, and viewers whose setting is `show`, get them sharp. */
  isBlurred: boolean;
  /** Offset in `rest` after the category, which profiles replace. */
  afterCategory: number;
  /** Distinct ids: the author first, the commenters and the members they mention. */
  members: readonly string[];
  memberStates: readonly string[];
  state: string;
  checked?: Checked;
}

/** Confirmation that a post is current at a snapshot. Also expires, because a badge can end without a write. */
interface Checked {
  snapshot: string;
  until: number;
}

export const isConfirmed = ({ checked }: CachedPost, snapshot: string | undefined, now: number): boolean =>
  checked !== undefined && checked.snapshot === snapshot && now < checked.until;

/**
 * Lifetimes of cached posts in milliseconds. Two changes raise no version: image signatures expire after 30 minutes or more, and AVIF files
 * appear within about an hour.
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
      // The empty string marks a member who changed between two reads.
      members.set(id, (members.get(id) ?? version) === version ? version : '');
  return {
    id: photo.id,
    rest: ownMemory(sharedPiece({ category, ...shared })),
    category,
    isBlurred: photo.warning?.is_blurred ?? false,
    afterCategory: ownPiece({ category }).length - 1,
    members: [...members.keys()],
    memberStates: [...members.values()],
    state,
  };
}

/** Copies a buffer out of Node's shared pool, because one small buffer keeps the whole pool allocated. */
function ownMemory(piece: Buffer): Buffer {
  const ownBytes = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(ownBytes);
  return ownBytes;
}

const overhead = 1_024;

interface PostCache {
  posts: LRUCache<string, CachedPost>;
  /** Numbers of posts read from cache and database since the start. */
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

export const postCacheMetrics = (context: Context): Metric[] => [
  new Counter({
    name: 'mbari_post_cache_reads_total',
    help: 'Posts read for lists since the start, from the cache (hit) or from the database (miss).',
    labelNames: ['result'],
    registers: [],
    collect() {
      const { hits, misses } = postCacheOf(context).figures;
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  }),
];
