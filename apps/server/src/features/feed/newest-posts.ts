import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { ownPiece, sharedPiece } from '../../http/ready-json.ts';
import { presentSharedPhotos } from '../photos/present-photos.ts';
import type { FeedWindow } from './queries.ts';

/** A post as the database last had it. The same object as before for as long as its version and its owner's are the same. */
export interface Post {
  id: string;
  ownerId: string;
  isPublic: boolean;
}

/** A post's ready JSON, for viewers who neither wrote it nor a comment shown with it. */
export interface ReadyPost {
  post: Post;
  /** As it was made from. */
  photo: Photo;
  /** Its JSON, for whoever neither likes nor saved it. */
  plain: Buffer;
  /** The JSON from after the viewer's own marks to the end: `"id":…}`. */
  rest: Buffer;
  /** Who wrote it and the comments shown with it: theirs is made for them. */
  involved: ReadonlySet<string>;
  /** When it is to be presented anew, in milliseconds of the clock. */
  until: number;
}

/** The newest posts and all that viewers share of them. One object for as long as the database says the same. */
export interface NewestPosts {
  posts: Post[];
  /** How many posts are there for everybody. */
  publicTotal: number;
  /** The window reached the oldest post. */
  isAll: boolean;
  /** Presented within the last second; a post that was deleted meanwhile is left out. */
  ready(): Promise<ReadyPost[]> | ReadyPost[];
}

/** How old, in milliseconds, the parts may get that no version covers: a category's or a commenter's new name. */
const presentedFor = 1_000;

/** Makes what viewers share from the rows of `readFeed`, anew only for rows that changed. */
export function newestPostsOf(context: Context, window: FeedWindow): (rows: string, publicTotal: number) => NewestPosts {
  let last: { rows: string; newest: NewestPosts } | undefined;
  const known = new Map<string, Post>();
  const presented = new Map<Post, ReadyPost>();

  return (rows, publicTotal) => {
    if (last?.rows !== rows || last.newest.publicTotal !== publicTotal) last = { rows, newest: newestFrom(rows, publicTotal) };
    return last.newest;
  };

  function newestFrom(rows: string, publicTotal: number): NewestPosts {
    const listed = rows === '' ? [] : rows.split('\n');
    const posts = listed.map((row) => known.get(row) ?? postFrom(row));
    known.clear();
    posts.forEach((post, index) => known.set(listed[index]!, post));
    for (const post of presented.keys()) if (!posts.includes(post)) presented.delete(post);
    return { posts, publicTotal, isAll: posts.length < window, ready: readyOf(posts) };
  }

  /** Presents the posts that are new, changed, or were presented a while ago. Once for all who wait. */
  function readyOf(posts: Post[]): NewestPosts['ready'] {
    let ready: ReadyPost[] = [];
    let until = 0;
    let pending: Promise<ReadyPost[]> | undefined;

    async function present(): Promise<ReadyPost[]> {
      const begun = Date.now();
      const wanted = posts.filter((post) => (presented.get(post)?.until ?? 0) <= begun);
      const photos = await presentSharedPhotos(
        context,
        wanted.map(({ id }) => id),
      );
      const byId = new Map(photos.map(({ photo }) => [photo.id, photo]));
      for (const post of wanted) {
        const photo = byId.get(post.id);
        if (photo) presented.set(post, readyPost(post, photo, begun + presentedFor));
        else presented.delete(post);
      }
      ready = posts.flatMap((post) => presented.get(post) ?? []);
      until = Math.min(begun + presentedFor, ...ready.map((one) => one.until));
      return ready;
    }

    return () => {
      if (Date.now() < until) return ready;
      pending ??= present().finally(() => (pending = undefined));
      return pending;
    };
  }
}

function postFrom(row: string): Post {
  const [id, ownerId, reach] = row.split(' ') as [string, string, string];
  return { id, ownerId, isPublic: reach === 'p' };
}

function readyPost(post: Post, photo: Photo, until: number): ReadyPost {
  const { likes: _likes, is_liked: _isLiked, is_saved: _isSaved, ...others } = photo;
  const rest = sharedPiece(others);
  return {
    post,
    photo,
    until,
    plain: Buffer.concat([ownPiece({ likes: [], is_liked: false, is_saved: false }), rest]),
    rest,
    involved: new Set([post.ownerId, ...photo.comments.map(({ user }) => user.id)]),
  };
}
