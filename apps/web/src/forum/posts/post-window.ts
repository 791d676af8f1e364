import * as limits from '@mbari/contract/limits';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { PostsPage } from './post-queries.ts';

interface Pages {
  pages: readonly { data: ForumPost[] }[];
}

interface Ends {
  first: boolean;
  last: boolean;
}

/** Every post that is loaded, once, in the order of their numbers. */
export const postsIn = (loaded: Pages | undefined): ForumPost[] =>
  [...new Map(loaded?.pages.flatMap(({ data }) => data).map((post) => [post.number, post])).values()].sort((a, b) => a.number - b.number);

/** Returns whether the first and the last post of the topic are loaded. */
export const endsOf = (pages: readonly Pick<PostsPage, 'meta'>[]): Ends => ({
  first: pages[0]?.meta.previous_cursor === null,
  last: pages.at(-1)?.meta.next_cursor === null,
});

/** Whether a number lies among those that are loaded, or would if there were such a post. */
export function isLoaded(posts: readonly ForumPost[], number: number, ends: Ends): boolean {
  const [first, last] = [posts[0], posts.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (number >= first.number || ends.first) && (number <= last.number || ends.last);
}

/** Where the page begins that has a post: at it, or near the end so far before it that the page is full, and nothing comes in above that would move it. */
export const pageStart = (number: number, last: number): number => Math.max(1, Math.min(number, last - limits.perPage + 1));

/** The post with a number, or the next one where it is gone; behind the end, the last. */
export const nearest = <Post extends { number: number }>(posts: readonly Post[], number: number): Post | undefined =>
  posts.find((post) => post.number >= number) ?? posts.at(-1);
