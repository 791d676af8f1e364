import { LRUCache } from 'lru-cache';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { noIds, pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import type { Paging } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Candidates } from './list-posts.ts';
import { type FeedState, type FeedWindow, readFeedStates, readNewest } from './queries.ts';

interface NewestPost {
  id: string;
  /** `p`: everybody. `f` and the author's id: the followers and the author. `m` and the author's id: the author. */
  audience: string;
}

interface Newest extends SharedPage {
  posts: NewestPost[];
  /** The audiences of posts that do not reach everybody. */
  restricted: ReadonlySet<string>;
  total: number;
  /** `posts` includes the oldest post. */
  isAll: boolean;
  /** Pages by number, size, total and the restricted audiences that include the viewer. Viewers' pages differ in nothing else. */
  pages: LRUCache<string, Candidates>;
}

interface NewestForViewer {
  page: Newest;
  state: FeedState;
}

const newestOf = oncePerContext(({ db }) =>
  pageCache(db, {
    makePage: async ({ window }: { window: FeedWindow }): Promise<Newest> => {
      const { posts: rows, total } = await readNewest(db, window);
      const posts = rows === '' ? [] : rows.split('\n').map(postFrom);
      const restricted = new Set(posts.map(({ audience }) => audience).filter((audience) => audience !== 'p'));
      const pages: Newest['pages'] = new LRUCache({ max: 100 });
      return { posts, restricted, total, isAll: posts.length < window, pages, ids: noIds, bytes: rows.length * 3 };
    },
    readStates: readFeedStates,
  }),
);

function postFrom(row: string): NewestPost {
  const [id, ownerId, reach] = row.split(' ') as [string, string, string];
  return { id, audience: reach === 'p' ? reach : `${reach}${ownerId}` };
}

export async function readNewestFor(context: Context, viewer: Viewer, window: FeedWindow): Promise<NewestForViewer> {
  const newest = await newestOf(context)(viewer, { window });
  // Undefined means three failed attempts of `pageCache`.
  if (!newest) throw new Error('Reading the newest posts failed.');
  return newest;
}

/** Returns undefined beyond the cached posts, or if members or posts are hidden from the viewer. */
export async function firstPage(context: Context, viewer: Viewer, paging: Paging): Promise<Candidates | undefined> {
  const endIndex = (paging.page ?? 1) * paging.per_page + 1;
  if (paging.cursor !== undefined || endIndex > 120 || viewer.sensitive_photos === 'hide') return undefined;
  const windows: FeedWindow[] = endIndex <= 24 ? [24, 120] : [120];
  for (const window of windows) {
    const { page: newest, state } = await readNewestFor(context, viewer, window);
    if (state.hides) return undefined;
    const candidates = pageFrom(newest, audiencesOf(viewer, state), state.reached_total, paging);
    if (candidates) return candidates;
  }
  return undefined;
}

const audiencesOf = ({ id }: Viewer, { reached }: FeedState): string[] => [`m${id}`, ...reached.map((memberId) => `f${memberId}`)];

function pageFrom(
  newest: Newest,
  audiences: readonly string[],
  reachedTotal: number,
  { page = 1, per_page }: Paging,
): Candidates | undefined {
  const total = newest.total + reachedTotal;
  const restricted = audiences.filter((audience) => newest.restricted.has(audience));
  const pageKey = `${page} ${per_page} ${total} ${restricted.join()}`;
  const cached = newest.pages.get(pageKey);
  if (cached) return cached;
  const listedIds = newest.posts.filter(({ audience }) => audience === 'p' || restricted.includes(audience)).map(({ id }) => id);
  const hasMore = listedIds.length > page * per_page;
  if (!hasMore && !newest.isAll) return undefined;
  const ids = listedIds.slice((page - 1) * per_page, page * per_page);
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const meta = { current_page: page, last_page, per_page, total, next_cursor: hasMore ? (ids.at(-1) ?? null) : null };
  const candidates = { ids, meta, key: `${pageKey} ${ids.join()}` };
  newest.pages.set(pageKey, candidates);
  return candidates;
}
