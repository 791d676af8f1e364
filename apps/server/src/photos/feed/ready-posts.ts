import type { Context } from '../../platform/context.ts';
import { ownPiece, sharedPiece } from '../../platform/http/ready-json.ts';
import type { SharedPhoto } from '../posts/present-photos.ts';

/** A post's ready JSON, for viewers who neither wrote it nor are named below it. */
export interface ReadyPost {
  /** From after the viewer's own marks to the end: `"category":…,"id":…}`. */
  rest: Buffer;
  /** The category's name, and where what follows it begins: a profile shows more of it. */
  category: string | null;
  behindCategory: number;
  /** Whoever made it, and who wrote the comments shown with it or are mentioned there; each once. */
  members: readonly string[];
  /** The state in which each of them was. */
  memberStates: readonly string[];
  /** In which the post was. */
  state: string;
  /** When it is made anew all the same, in milliseconds of the clock. */
  until: number;
  /** When the database last said that nothing has changed in it. */
  checked?: Checked;
}

/** At this snapshot nothing had changed. What time alone changes is looked at again after `until`, in milliseconds of the clock. */
export interface Checked {
  snapshot: string;
  until: number;
}

/**
 * What no version tells. Addresses of posts that not everybody sees end after half an hour; an image gets its smaller files while the
 * machine is idle, mostly in the first hour.
 */
const lifetimes = { fresh: 60_000, settled: 30 * 60_000 };
const settlesAfter = 60 * 60_000;

export function readyPost({ photo, isPublic, ownerState, comments }: SharedPhoto, state: string, now: number): ReadyPost {
  const { likes: _likes, is_liked: _isLiked, is_saved: _isSaved, category, ...shared } = photo;
  const members = new Map([[photo.user.id, ownerState]]);
  for (const row of comments)
    for (const { id, state: is } of [{ id: row.author_id, state: row.author_state }, ...row.mentioned])
      // Read at two moments, and changed between them: known in neither state.
      members.set(id, (members.get(id) ?? is) === is ? is : '');
  const isSettled = isPublic && now - Date.parse(photo.created_at) > settlesAfter;
  return {
    rest: ownMemory(sharedPiece({ category, ...shared })),
    category,
    behindCategory: ownPiece({ category }).length - 1,
    members: [...members.keys()],
    memberStates: [...members.values()],
    state,
    until: now + (isSettled ? lifetimes.settled : lifetimes.fresh),
  };
}

/** Small buffers stand together in larger ones, which stay for as long as one of them does. */
function ownMemory(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

/** How much memory is kept of posts, and what each takes beside its JSON. */
export const bytesAtMost = 64 * 1024 * 1024;
const bytesBeside = 1_024;

export interface ReadyPosts {
  get: (id: string) => ReadyPost | undefined;
  keep: (id: string, post: ReadyPost) => void;
  drop: (id: string) => void;
  figures: { posts: number; bytes: number; made: number; reused: number };
}

const ofContexts = new WeakMap<Context, ReadyPosts>();

/** The posts that are kept ready in this process: those that were asked for last. */
export function readyPostsOf(context: Context): ReadyPosts {
  const posts = ofContexts.get(context) ?? keepReadyPosts();
  ofContexts.set(context, posts);
  return posts;
}

export function keepReadyPosts(atMost = bytesAtMost): ReadyPosts {
  const posts = new Map<string, ReadyPost>();
  const figures = { posts: 0, bytes: 0, made: 0, reused: 0 };
  const weigh = ({ rest }: ReadyPost): number => rest.length + bytesBeside;

  function drop(id: string): void {
    const post = posts.get(id);
    if (!post) return;
    posts.delete(id);
    figures.bytes -= weigh(post);
    figures.posts -= 1;
  }

  return {
    figures,
    drop,
    get(id) {
      const post = posts.get(id);
      if (!post) return undefined;
      // Asked for last, it goes last.
      posts.delete(id);
      posts.set(id, post);
      return post;
    },
    keep(id, post) {
      drop(id);
      posts.set(id, post);
      figures.bytes += weigh(post);
      figures.posts += 1;
      figures.made += 1;
      while (figures.bytes > atMost) drop(posts.keys().next().value!);
    },
  };
}
