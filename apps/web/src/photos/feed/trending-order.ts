import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { seeded } from './seeded.ts';

export interface TrendingOrder {
  seed: number;
  at: number;
  ids: readonly string[];
}

/** Applies an order: drops missing posts and appends new ones, shuffled. */
export function orderTrending(photos: readonly Photo[], { seed, ids }: Pick<TrendingOrder, 'seed' | 'ids'>): Photo[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const ordered = photos.filter(({ id }) => positions.has(id)).sort((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
  return [
    ...ordered,
    ...shuffled(
      photos.filter(({ id }) => !positions.has(id)),
      seed,
    ),
  ];
}

/** Sorts by likes, comments and a seeded random part, highest first. */
function shuffled(photos: readonly Photo[], seed: number): Photo[] {
  const random = seeded(seed);
  return photos
    .map((photo) => ({
      photo,
      weight: photo.likes_count * limits.trendingLike + photo.comments_count * limits.trendingComment + random() * limits.trendingRandom,
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ photo }) => photo);
}
