import type { Photo } from '@mbari/contract/photos/posts';
import type { Stack } from '~/photos/wall/photo-on-wall.tsx';

/** Minimum number of successive posts by one member within an hour. */
const minPosts = 3;
const within = 60 * 60_000;

export interface Folded {
  photos: readonly Photo[];
  /** Keyed by the id of the photo on top. */
  stacks: ReadonlyMap<string, Stack>;
}

interface FoldOptions {
  /** The id of any post in each open stack, because more posts may join it. */
  open: readonly string[];
  /** More posts will be loaded. The last posts may begin a burst: all but the first wait, because shown photos must not disappear. */
  more: boolean;
}

/** Folds each burst of posts into a stack with the newest on top. */
export function foldBursts(photos: readonly Photo[], { open, more }: FoldOptions): Folded {
  const shownPhotos: Photo[] = [];
  const stacks = new Map<string, Stack>();
  for (let from = 0; from < photos.length;) {
    const run = burstAt(photos, from);
    from += run.length;
    const [top, ...behind] = run;
    if (top === undefined) break;
    if (run.length < minPosts) {
      const waits = more && from === photos.length;
      shownPhotos.push(...(waits ? [top] : run));
      continue;
    }
    const isOpen = run.some(({ id }) => open.includes(id));
    stacks.set(top.id, { behind, open: isOpen });
    shownPhotos.push(top, ...(isOpen ? behind : []));
  }
  return { photos: shownPhotos, stacks };
}

function burstAt(photos: readonly Photo[], from: number): readonly Photo[] {
  const first = photos[from];
  if (first === undefined) return [];
  const since = Date.parse(first.created_at) - within;
  let to = from + 1;
  while (photos[to]?.user.id === first.user.id && Date.parse(photos[to]?.created_at ?? '') >= since) to += 1;
  return photos.slice(from, to);
}
