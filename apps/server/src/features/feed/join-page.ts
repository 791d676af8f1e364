import type { CacheSize } from '../../db/caches.ts';
import { type ByteRange, endOfList, firstPieceRanges, joinList, replacePieces } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { noMarks } from '../photos/views.ts';
import { piecesFor } from '../ready-posts/read-ready.ts';
import type { ReadyPost } from './newest-posts.ts';
import type { MarkedPosts } from './own-marks.ts';

export interface AskedPage {
  page: number;
  perPage: number;
  /** How many posts there are for the viewer. */
  total: number;
  /** Those whose restricted posts reach the viewer, of those who made the newest posts. */
  reached: readonly string[];
}

/** A page as it is for whoever likes and saved nothing on it, made nothing and is named nowhere. */
interface SharedPage {
  posts: ReadyPost[];
  answer: Buffer;
  /** Where each post stands in the answer. */
  ranges: ByteRange[];
  /** On which posts each member is named, by their numbers. */
  named: ReadonlyMap<string, readonly number[]>;
}

/** Pages that many viewers get alike. Gone together with what they were made from. */
const pagesFrom = new WeakMap<ReadyPost[], { pages: Map<string, SharedPage>; bytes: number }>();
/** Of the same posts. */
export const pagesAtMost = { entries: 200, bytes: 32 * 1024 * 1024 };

export function pagesOf(newest: ReadyPost[]): Required<CacheSize> {
  const kept = pagesFrom.get(newest);
  return { entries: kept?.pages.size ?? 0, bytes: kept?.bytes ?? 0 };
}

/** A page of the newest posts, with what of it is the viewer's own in the places of what all others get. */
export function joinPage(viewer: Viewer, newest: ReadyPost[], asked: AskedPage, marked: MarkedPosts): Buffer[] {
  const { posts, answer, ranges, named } = pageFrom(newest, asked);
  if (viewer.role === 'member' && marked.size === 0 && !named.has(viewer.id)) return [answer];
  const namedOn = named.get(viewer.id) ?? [];
  const own = posts.flatMap(({ post, shared }, index) => {
    const marks = marked.get(post);
    if (!marks && viewer.role === 'member' && !namedOn.includes(index)) return [];
    return [{ range: ranges[index]!, pieces: piecesFor(viewer, shared, marks ?? noMarks) }];
  });
  return own.length === 0 ? [answer] : replacePieces(answer, own);
}

function pageFrom(newest: ReadyPost[], asked: AskedPage): SharedPage {
  let kept = pagesFrom.get(newest);
  if (!kept) pagesFrom.set(newest, (kept = { pages: new Map(), bytes: 0 }));
  // Viewers differ only in the restricted posts that reach them, and in how many those are in all.
  const key = `${asked.page} ${asked.perPage} ${asked.total} ${asked.reached.join()}`;
  const before = kept.pages.get(key);
  if (before) return before;
  const page = makePage(newest, asked);
  const bytes = kept.bytes + page.answer.length;
  if (kept.pages.size < pagesAtMost.entries && bytes <= pagesAtMost.bytes) {
    kept.pages.set(key, page);
    kept.bytes = bytes;
  }
  return page;
}

function makePage(newest: ReadyPost[], { page, perPage, total, reached }: AskedPage): SharedPage {
  const listed = newest.filter(({ post }) => post.isPublic || reached.includes(post.ownerId));
  const posts = listed.slice((page - 1) * perPage, page * perPage);
  const end = endOfList({
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    next_cursor: listed.length > page * perPage ? (posts.at(-1)?.post.id ?? null) : null,
  });
  const pieces = posts.map(({ plain }) => [plain]);
  const named = new Map<string, number[]>();
  for (const [index, { shared }] of posts.entries()) for (const id of shared.members) named.set(id, [...(named.get(id) ?? []), index]);
  return { posts, answer: joinList(pieces, end), ranges: firstPieceRanges(pieces), named };
}
