import type { Context } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { nameCache } from '../../platform/db/caches.ts';
import type { OwnMarks } from '../posts/views.ts';
import type { Post } from './newest-posts.ts';
import { listMarks, type MarkRow } from './queries.ts';

/** The posts that a viewer likes or saved. */
export type MarkedPosts = ReadonlyMap<Post, OwnMarks>;

/** What is remembered of a viewer: which of these posts they like or saved. */
interface Memory {
  posts: Post[];
  marked: MarkedPosts;
}

/** So many viewers are remembered, and so many of their marks. */
const atMost = { viewers: 10_000, marks: 200_000 };
const nothing: MarkedPosts = new Map();

/**
 * Which of the newest posts a viewer likes or saved. An answer is valid for as long as the post is the same object, since whoever likes or
 * saves a post raises its version: only posts that changed are asked for again.
 */
export function ownMarksOf({ db }: Context): (viewerId: string, posts: Post[]) => Promise<MarkedPosts> | MarkedPosts {
  const memories = new Map<string, Memory>();
  let marksKept = 0;
  nameCache(db, { name: 'feed_own_marks', most: { entries: atMost.marks }, size: () => ({ entries: marksKept }) });

  const ask = batch(async (askers: { viewerId: string; posts: Post[] }[]) => {
    const photoIds = new Set(askers.flatMap(({ posts }) => posts.map(({ id }) => id)));
    const found = marksByPost(await listMarks(db, [...new Set(askers.map(({ viewerId }) => viewerId))], [...photoIds]));
    return askers.map(({ viewerId, posts }) => posts.map((post) => [post, found.get(`${viewerId} ${post.id}`)] as const));
  });

  return (viewerId, posts) => {
    const memory = memories.get(viewerId);
    if (memory?.posts === posts) return memory.marked;
    return learn(viewerId, posts, memory);
  };

  async function learn(viewerId: string, posts: Post[], memory: Memory | undefined): Promise<MarkedPosts> {
    const known = new Set(memory?.posts);
    const unknown = posts.filter((post) => !known.has(post));
    const answered = unknown.length === 0 ? [] : await ask({ viewerId, posts: unknown });
    const remembered = posts.map((post) => [post, memory?.marked.get(post)] as const);
    const marked = new Map([...remembered, ...answered].flatMap(([post, marks]) => (marks ? [[post, marks]] : [])));
    forget(viewerId);
    memories.set(viewerId, { posts, marked: marked.size === 0 ? nothing : marked });
    marksKept += marked.size;
    while (memories.size > atMost.viewers || marksKept > atMost.marks) forget(memories.keys().next().value!);
    return marked;
  }

  function forget(viewerId: string): void {
    marksKept -= memories.get(viewerId)?.marked.size ?? 0;
    memories.delete(viewerId);
  }
}

/** By viewer and post: `${viewer_id} ${photo_id}`. */
export function marksByPost(rows: MarkRow[]): Map<string, OwnMarks> {
  const marks = new Map<string, OwnMarks>();
  for (const { viewer_id, photo_id, is_liked: isLiked } of rows) {
    const key = `${viewer_id} ${photo_id}`;
    const before = marks.get(key);
    marks.set(key, { isLiked: isLiked || before?.isLiked === true, isSaved: !isLiked || before?.isSaved === true });
  }
  return marks;
}
