import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import type { OwnMarks } from '../photos/views.ts';
import type { Post } from './newest-posts.ts';
import { listMarks, type MarkRow } from './queries.ts';

/** The posts that a viewer likes or saved. */
export type MarkedPosts = ReadonlyMap<Post, OwnMarks>;

/** What is remembered of a viewer: which of these posts they like or saved. */
interface Memory {
  posts: Post[];
  marked: MarkedPosts;
}

const viewersRemembered = 10_000;
const nothing: MarkedPosts = new Map();

/**
 * Which of the newest posts a viewer likes or saved. An answer is valid for as long as the post is the same object, since whoever likes or
 * saves a post raises its version: only posts that changed are asked for again.
 */
export function ownMarksOf({ db }: Context): (viewerId: string, posts: Post[]) => Promise<MarkedPosts> | MarkedPosts {
  const memories = new Map<string, Memory>();

  const ask = batch(async (askers: { viewerId: string; posts: Post[] }[]) => {
    const photoIds = new Set(askers.flatMap(({ posts }) => posts.map(({ id }) => id)));
    const marks = marksByPost(await listMarks(db, [...new Set(askers.map(({ viewerId }) => viewerId))], [...photoIds]));
    return askers.map(({ viewerId, posts }) => posts.map((post) => [post, marks.get(`${viewerId} ${post.id}`)] as const));
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
    memories.delete(viewerId);
    memories.set(viewerId, { posts, marked: marked.size === 0 ? nothing : marked });
    if (memories.size > viewersRemembered) memories.delete(memories.keys().next().value!);
    return marked;
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
