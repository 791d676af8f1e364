import type { ForumPost } from '@mbari/contract/forum/posts';
import * as limits from '@mbari/contract/platform/limits';
import type { PostsPage } from './post-queries.ts';

interface Pages {
  pages: readonly { data: ForumPost[] }[];
}

interface Ends {
  first: boolean;
  last: boolean;
}

export const postsIn = (loaded: Pages | undefined): ForumPost[] =>
  [...new Map(loaded?.pages.flatMap(({ data }) => data).map((post) => [post.number, post])).values()].sort((a, b) => a.number - b.number);

export const endsOf = (pages: readonly Pick<PostsPage, 'meta'>[]): Ends => ({
  first: pages[0]?.meta.previous_cursor === null,
  last: pages.at(-1)?.meta.next_cursor === null,
});

/** Also true for a missing number between loaded posts. */
export function isLoaded(posts: readonly ForumPost[], number: number, ends: Ends): boolean {
  const [first, last] = [posts[0], posts.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (number >= first.number || ends.first) && (number <= last.number || ends.last);
}

/** Starts the page early enough to fill it. Otherwise posts loaded above later would move the target post. */
export const pageStart = (number: number, last: number): number => Math.max(1, Math.min(number, last - limits.perPage + 1));

/** Returns the post with this number, otherwise the next, otherwise the last. */
export const nearest = <Post extends { number: number }>(posts: readonly Post[], number: number): Post | undefined =>
  posts.find((post) => post.number >= number) ?? posts.at(-1);
