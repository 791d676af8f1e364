import type { Context } from '../../platform/context.ts';
import { knownFor } from '../../platform/db/at-snapshot.ts';
import type { FeedWindow } from './queries.ts';
import { readReady, unmarked } from './read-ready.ts';
import type { ReadyPost as SharedPost } from './ready-posts.ts';

/** A post as the database last had it. The same object as before for as long as its version and its owner's are the same. */
export interface Post {
  id: string;
  ownerId: string;
  isPublic: boolean;
}

/** A post with its ready JSON. */
export interface ReadyPost {
  post: Post;
  shared: SharedPost;
  /** Its JSON, for whoever neither likes nor saved it, nor is named in it. */
  plain: Buffer;
}

/** The newest posts and all that viewers share of them. One object for as long as the database says the same. */
export interface NewestPosts {
  posts: Post[];
  /** How many posts are there for everybody. */
  publicTotal: number;
  /** How many of these posts are. */
  publicCount: number;
  /** How many of these posts each member made whose posts reach followers only. */
  restricted: ReadonlyMap<string, number>;
  /** The window reached the oldest post. */
  isAll: boolean;
  /** As they are at this snapshot, or later; a post that was deleted meanwhile is left out. The same array for as long as nothing changes. */
  ready(snapshot: string): Promise<ReadyPost[]> | ReadyPost[];
}

/** Makes what viewers share from the rows of `readFeed`, anew only for rows that changed. */
export function newestPostsOf(context: Context, window: FeedWindow): (rows: string, publicTotal: number) => NewestPosts {
  let last: { rows: string; newest: NewestPosts } | undefined;
  const known = new Map<string, Post>();
  /** Of those that are newest just now. */
  let plain = new Map<SharedPost, ReadyPost>();

  return (rows, publicTotal) => {
    if (last?.rows !== rows || last.newest.publicTotal !== publicTotal) last = { rows, newest: newestFrom(rows, publicTotal) };
    return last.newest;
  };

  function newestFrom(rows: string, publicTotal: number): NewestPosts {
    const listed = rows === '' ? [] : rows.split('\n');
    const posts = listed.map((row) => known.get(row) ?? postFrom(row));
    known.clear();
    posts.forEach((post, index) => known.set(listed[index]!, post));
    const restricted = new Map<string, number>();
    for (const { ownerId, isPublic } of posts) if (!isPublic) restricted.set(ownerId, (restricted.get(ownerId) ?? 0) + 1);
    const publicCount = posts.filter(({ isPublic }) => isPublic).length;
    return { posts, publicTotal, publicCount, restricted, isAll: posts.length < window, ready: readyOf(posts) };
  }

  /** Looks once for all who wait whether anything has changed. */
  function readyOf(posts: Post[]): NewestPosts['ready'] {
    let last: { snapshot: string; until: number; ready: ReadyPost[] } | undefined;
    let pending: { snapshot: string; ready: Promise<ReadyPost[]> } | undefined;

    async function readPosts(snapshot: string): Promise<ReadyPost[]> {
      const until = context.now().getTime() + knownFor;
      const read = await readReady(
        context,
        posts.map(({ id }) => id),
      );
      const now = posts.flatMap((post) => readyPost(post, read.posts.get(post.id)) ?? []);
      const isSame = last?.ready.length === now.length && now.every((one, index) => one === last?.ready[index]);
      plain = new Map(now.map((one) => [one.shared, one]));
      last = { snapshot, until, ready: isSame && last ? last.ready : now };
      return last.ready;
    }

    return (snapshot) => {
      if (last?.snapshot === snapshot && context.now().getTime() < last.until) return last.ready;
      if (pending?.snapshot !== snapshot) {
        const own = { snapshot, ready: readPosts(snapshot).finally(() => pending === own && (pending = undefined)) };
        pending = own;
      }
      return pending.ready;
    };
  }

  function readyPost(post: Post, shared: SharedPost | undefined): ReadyPost | undefined {
    if (!shared) return undefined;
    let ready = plain.get(shared);
    if (ready?.post !== post) plain.set(shared, (ready = { post, shared, plain: Buffer.concat([unmarked, shared.rest]) }));
    return ready;
  }
}

function postFrom(row: string): Post {
  const [id, ownerId, reach] = row.split(' ') as [string, string, string];
  return { id, ownerId, isPublic: reach === 'p' };
}
