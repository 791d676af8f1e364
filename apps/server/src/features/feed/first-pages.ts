import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import type { Paging } from '../../http/lists.ts';
import { ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { joinPosts } from './join-posts.ts';
import { likedPostsOf } from './liked-posts.ts';
import { type NewestPosts, newestPostsOf, type Post } from './newest-posts.ts';
import { readStandings } from './queries.ts';

export type FirstPages = (viewer: Viewer, paging: Paging) => Promise<ReadyJson | undefined>;

/**
 * The first pages of the feed, put together from pieces that viewers share. Which posts are there, whom they reach, how
 * the viewer stands to others and what they like is asked from the database for every request, in one query for all
 * requests of a turn of the event loop. Answers nothing where that is not enough: for viewers from whom members are
 * hidden, and beyond the newest posts.
 */
export function firstPagesOf(context: Context): FirstPages {
  const newest24 = newestPostsOf(context, 24);
  const newest120 = newestPostsOf(context, 120);
  const standingOf = batch((viewerIds: string[]) => readStandings(context.db, viewerIds), Infinity);
  const likedBy = likedPostsOf(context);

  return async (viewer, { page = 1, per_page, cursor }) => {
    // One more than is shown tells whether anything follows.
    const wanted = page * per_page + 1;
    if (cursor !== undefined || wanted > 120) return undefined;
    const [first, standing] = await Promise.all([wanted <= 24 ? newest24() : newest120(), standingOf(viewer.id)]);
    if (standing.hides) return undefined;
    const isReached = (post: Post): boolean => post.isPublic || standing.reached.includes(post.ownerId);
    const isEnough = (newest: NewestPosts): boolean => newest.isAll || newest.posts.filter(isReached).length >= wanted;
    let newest = first;
    if (!isEnough(newest) && wanted <= 24) newest = await newest120();
    if (!isEnough(newest)) return undefined;

    const [ready, liked] = await Promise.all([newest.ready(), likedBy(viewer.id, newest.posts)]);
    const listed = ready.filter(({ post }) => isReached(post));
    const shown = listed.slice((page - 1) * per_page, page * per_page);
    const total = newest.publicTotal + standing.reached_total;
    const meta = {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / per_page)),
      per_page,
      total,
      next_cursor: listed.length > page * per_page ? (shown.at(-1)?.post.id ?? null) : null,
    };
    return new ReadyJson(joinPosts(viewer, { ready, shown, liked, meta }));
  };
}
