import type { Context } from '../../context.ts';
import type { Paging } from '../../http/lists.ts';
import { ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { joinPosts } from './join-posts.ts';
import type { Post } from './newest-posts.ts';
import { ownMarksOf } from './own-marks.ts';
import type { FeedWindow } from './queries.ts';
import type { ReadNewest } from './read-newest.ts';

export type FirstPages = (viewer: Viewer, paging: Paging) => Promise<ReadyJson | undefined>;

/**
 * The first pages of the feed, joined from ready pieces that viewers share. Which posts there are, whom they reach, whom the viewer
 * follows or has blocked, and what they like or saved is read from the database for every request, in one query for all requests of a turn of
 * the event loop. Answers nothing where that is not enough: for viewers from whom members are hidden, and beyond the newest posts.
 */
export function firstPagesOf(context: Context, readNewest: ReadNewest): FirstPages {
  // A reader who turns pages goes from one window to the other: each remembers its own marks.
  const markedBy = { 24: ownMarksOf(context), 120: ownMarksOf(context) };

  return async (viewer, { page = 1, per_page, cursor }) => {
    // One more than is shown says whether anything follows.
    const wanted = page * per_page + 1;
    if (cursor !== undefined || wanted > 120) return undefined;
    let window: FeedWindow = wanted <= 24 ? 24 : 120;
    let { snapshot, newest, relation } = await readNewest({ viewerId: viewer.id, window });
    const isReached = (post: Post): boolean => post.isPublic || relation.reached.includes(post.ownerId);
    const isEnough = (): boolean => newest.isAll || newest.posts.filter(isReached).length >= wanted;
    if (!relation.hides && !isEnough() && window === 24)
      ({ snapshot, newest, relation } = await readNewest({ viewerId: viewer.id, window: (window = 120) }));
    if (relation.hides || !isEnough()) return undefined;

    const [ready, marked] = await Promise.all([newest.ready(snapshot), markedBy[window](viewer.id, newest.posts)]);
    const listed = ready.filter(({ post }) => isReached(post));
    const shown = listed.slice((page - 1) * per_page, page * per_page);
    const total = newest.publicTotal + relation.reached_total;
    const meta = {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / per_page)),
      per_page,
      total,
      next_cursor: listed.length > page * per_page ? (shown.at(-1)?.post.id ?? null) : null,
    };
    return new ReadyJson(joinPosts(viewer, { ready, shown, marked, meta }));
  };
}
