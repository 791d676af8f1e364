import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import type { Post } from './newest-posts.ts';
import { listLiked } from './queries.ts';

/** What is remembered of a viewer: which of these posts they like. */
interface Memory {
  posts: Post[];
  liked: Set<Post>;
}

const viewersRemembered = 10_000;
const nothing: ReadonlySet<Post> = new Set();

/**
 * Which of the newest posts a viewer likes. An answer is valid for as long as the post is the same object, since a like always raises
 * the version of its post: only posts that changed are asked for again.
 */
export function likedPostsOf({ db }: Context): (viewerId: string, posts: Post[]) => Promise<ReadonlySet<Post>> | ReadonlySet<Post> {
  const memories = new Map<string, Memory>();

  const ask = batch(async (askers: { viewerId: string; posts: Post[] }[]) => {
    const photoIds = new Set(askers.flatMap(({ posts }) => posts.map(({ id }) => id)));
    const rows = await listLiked(db, [...new Set(askers.map(({ viewerId }) => viewerId))], [...photoIds]);
    const likes = new Set(rows.map((row) => `${row.viewer_id} ${row.photo_id}`));
    return askers.map(({ viewerId, posts }) => posts.filter(({ id }) => likes.has(`${viewerId} ${id}`)));
  });

  return (viewerId, posts) => {
    const memory = memories.get(viewerId);
    if (memory?.posts === posts) return memory.liked;
    return learn(viewerId, posts, memory);
  };

  async function learn(viewerId: string, posts: Post[], memory: Memory | undefined): Promise<ReadonlySet<Post>> {
    const known = new Set(memory?.posts);
    const unknown = posts.filter((post) => !known.has(post));
    const answered = unknown.length === 0 ? [] : await ask({ viewerId, posts: unknown });
    const liked = new Set([...posts.filter((post) => memory?.liked.has(post)), ...answered]);
    memories.delete(viewerId);
    memories.set(viewerId, { posts, liked: liked.size === 0 ? (nothing as Set<Post>) : liked });
    if (memories.size > viewersRemembered) memories.delete(memories.keys().next().value!);
    return liked;
  }
}
