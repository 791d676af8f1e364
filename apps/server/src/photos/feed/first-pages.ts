import type { Context } from '../../platform/context.ts';
import { nameCache } from '../../platform/db/caches.ts';
import type { Paging } from '../../platform/http/lists.ts';
import { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { joinPage, pagesAtMost, pagesOf } from './join-page.ts';
import type { NewestPosts, ReadyPost } from './newest-posts.ts';
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
  const last: Record<FeedWindow, ReadyPost[]> = { 24: [], 120: [] };
  for (const window of [24, 120] as const)
    nameCache(context.db, { name: 'feed_pages', most: pagesAtMost, size: () => pagesOf(last[window]) });

  return async (viewer, { page = 1, per_page, cursor }) => {
    // One more than is shown says whether anything follows.
    const wanted = page * per_page + 1;
    if (cursor !== undefined || wanted > 120) return undefined;
    let window: FeedWindow = wanted <= 24 ? 24 : 120;
    let { snapshot, newest, relation } = await readNewest({ viewer, window });
    if (!relation.hides && window === 24 && !isEnough(newest, relation.reached, wanted))
      ({ snapshot, newest, relation } = await readNewest({ viewer, window: (window = 120) }));
    if (relation.hides || !isEnough(newest, relation.reached, wanted)) return undefined;

    // Mostly both are there: a turn that nobody waits for costs all who wait for theirs.
    const found = newest.ready(snapshot);
    const ready = (last[window] = found instanceof Promise ? await found : found);
    const marks = markedBy[window](viewer.id, newest.posts);
    const marked = marks instanceof Promise ? await marks : marks;
    const reached = relation.reached.filter((id) => newest.restricted.has(id));
    const total = newest.publicTotal + relation.reached_total;
    return new ReadyJson(...joinPage(viewer, ready, { page, perPage: per_page, total, reached }, marked));
  };
}

/** So many of the newest posts reach somebody whom those of these members reach. */
function isEnough({ isAll, publicCount, restricted }: NewestPosts, reached: readonly string[], wanted: number): boolean {
  return isAll || reached.reduce((sum, id) => sum + (restricted.get(id) ?? 0), publicCount) >= wanted;
}
