import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';

/** Which order the trending posts were given, and when. */
export interface TrendingOrder {
  seed: number;
  at: number;
  ids: readonly string[];
}

/** The order as it was given: posts that are gone are left out, and those that came since stand at its end, in an order of their own. */
export function orderTrending(photos: readonly Photo[], { seed, ids }: Pick<TrendingOrder, 'seed' | 'ids'>): Photo[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const known = photos.filter(({ id }) => places.has(id)).sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  return [
    ...known,
    ...shuffled(
      photos.filter(({ id }) => !places.has(id)),
      seed,
    ),
  ];
}

/** Heaviest first: likes, comments, and up to so much of chance. One seed makes one order. */
function shuffled(photos: readonly Photo[], seed: number): Photo[] {
  const random = seeded(seed);
  return photos
    .map((photo) => ({
      photo,
      weight: photo.likes_count * limits.trendingLike + photo.comments_count * limits.trendingComment + random() * limits.trendingChance,
    }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ photo }) => photo);
}

/** A source of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
