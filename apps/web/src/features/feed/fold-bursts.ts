import type { Photo } from '@mbari/contract/shapes/photos';
import type { Stack } from '~/features/wall/stack-button.tsx';

/** From how many posts in a row by one member, none more than an hour older than the newest, they are a burst. */
const fewest = 3;
const within = 60 * 60_000;

export interface Folded {
  /** What hangs on the wall, in order. */
  hung: readonly Photo[];
  /** By the id of the photo that lies on top. */
  stacks: ReadonlyMap<string, Stack>;
}

interface FoldOptions {
  /** Ids of stacks that were opened: one of the posts in them is enough, since others join above and below. */
  open: readonly string[];
  /** More will come below: whether its last posts begin a burst is not known yet, and they wait, so that nothing seen is taken away again. */
  more: boolean;
}

/** Lays one member's burst of posts into a stack with its newest on top. */
export function foldBursts(photos: readonly Photo[], { open, more }: FoldOptions): Folded {
  const hung: Photo[] = [];
  const stacks = new Map<string, Stack>();
  for (let from = 0; from < photos.length;) {
    const run = burstAt(photos, from);
    from += run.length;
    const [top, ...behind] = run;
    if (top === undefined) break;
    if (run.length < fewest) {
      const waits = more && from === photos.length;
      hung.push(...(waits ? [top] : run));
      continue;
    }
    const isOpen = run.some(({ id }) => open.includes(id));
    stacks.set(top.id, { behind, open: isOpen });
    hung.push(top, ...(isOpen ? behind : []));
  }
  return { hung, stacks };
}

function burstAt(photos: readonly Photo[], from: number): readonly Photo[] {
  const first = photos[from];
  if (first === undefined) return [];
  const since = Date.parse(first.created_at) - within;
  let to = from + 1;
  while (photos[to]?.user.id === first.user.id && Date.parse(photos[to]?.created_at ?? '') >= since) to += 1;
  return photos.slice(from, to);
}
