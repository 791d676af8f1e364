import type { CacheSize } from '../../platform/db/caches.ts';
import { type ByteRange, endOfList, firstPieceRanges, joinList, type Replacement, replacePieces } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { noMarks } from '../posts/views.ts';
import type { Post, ReadyPost } from './newest-posts.ts';
import type { MarkedPosts } from './own-marks.ts';
import { isPersonalTo, marksText, personalPiece, unmarked } from './read-ready.ts';

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
  /** By their numbers from 0. */
  numberOf: ReadonlyMap<Post, number>;
  /** On which posts each member is named, by their numbers. */
  named: ReadonlyMap<string, readonly number[]>;
}

interface KeptPages {
  pages: Map<string, SharedPage>;
  /** By their numbers, those that were asked for last by viewers whom no restricted post reaches: most ask for these. */
  usual: Map<number, { asked: AskedPage; page: SharedPage }>;
  /** Posts as they are for authors, those who comment and organisers, who come back to the same posts more than others. */
  personal: Map<string, Buffer>;
  bytes: number;
}

/** Pages that many viewers get alike. Gone together with what they were made from. */
const pagesFrom = new WeakMap<ReadyPost[], KeptPages>();
/** Of the same posts. */
export const pagesAtMost = { entries: 200, bytes: 32 * 1024 * 1024 };

export function pagesOf(newest: ReadyPost[]): Required<CacheSize> {
  const kept = pagesFrom.get(newest);
  return { entries: kept?.pages.size ?? 0, bytes: kept?.bytes ?? 0 };
}

/** A page of the newest posts, with what of it is the viewer's own in the places of what all others get. */
export function joinPage(viewer: Viewer, newest: ReadyPost[], asked: AskedPage, marked: MarkedPosts): (string | Buffer)[] {
  let kept = pagesFrom.get(newest);
  if (!kept) pagesFrom.set(newest, (kept = { pages: new Map(), usual: new Map(), personal: new Map(), bytes: 0 }));
  const page = pageFrom(kept, newest, asked);
  const numbers = ownNumbers(viewer, page, marked);
  if (numbers.length === 0) return [page.answer];
  const own: Replacement[] = [];
  for (const number of numbers) own.push(ownReplacement(kept, viewer, page, number, marked));
  return replacePieces(page.answer, own);
}

/** Which posts of the page are other for the viewer than for all, in their order. */
function ownNumbers({ id, role }: Viewer, { posts, numberOf, named }: SharedPage, marked: MarkedPosts): readonly number[] {
  if (role !== 'member') return posts.map((_post, number) => number);
  const namedOn = named.get(id) ?? nowhere;
  if (marked.size === 0) return namedOn;
  const numbers = [...namedOn];
  for (const post of marked.keys()) {
    const number = numberOf.get(post);
    if (number !== undefined && !numbers.includes(number)) numbers.push(number);
  }
  return numbers.sort((a, b) => a - b);
}

const nowhere: readonly number[] = [];

function ownReplacement(kept: KeptPages, viewer: Viewer, { posts, ranges }: SharedPage, number: number, marked: MarkedPosts): Replacement {
  const { post, shared } = posts[number]!;
  const range = ranges[number]!;
  const marks = marked.get(post) ?? noMarks;
  if (!isPersonalTo(viewer, shared))
    return { range: { from: range.from, to: range.from + unmarked.length }, piece: marksText(viewer, marks) };
  const key = `${post.id} ${viewer.id} ${viewer.role} ${marks.isLiked} ${marks.isSaved}`;
  const before = kept.personal.get(key);
  if (before) return { range, piece: before };
  const piece = personalPiece(viewer, shared, marks);
  if (hasRoomFor(kept, piece)) kept.personal.set(key, piece);
  return { range, piece };
}

/** Counts the bytes, where there is room for them. */
function hasRoomFor(kept: KeptPages, { length }: Buffer): boolean {
  if (kept.bytes + length > pagesAtMost.bytes) return false;
  kept.bytes += length;
  return true;
}

function pageFrom(kept: KeptPages, newest: ReadyPost[], asked: AskedPage): SharedPage {
  if (asked.reached.length > 0) return keptPage(kept, newest, asked);
  const usual = kept.usual.get(asked.page);
  if (usual?.asked.perPage === asked.perPage && usual.asked.total === asked.total) return usual.page;
  const page = keptPage(kept, newest, asked);
  kept.usual.set(asked.page, { asked, page });
  return page;
}

function keptPage(kept: KeptPages, newest: ReadyPost[], asked: AskedPage): SharedPage {
  // Viewers differ only in the restricted posts that reach them, and in how many those are in all.
  const key = `${asked.page} ${asked.perPage} ${asked.total} ${asked.reached.join()}`;
  const before = kept.pages.get(key);
  if (before) return before;
  const page = makePage(newest, asked);
  if (kept.pages.size < pagesAtMost.entries && hasRoomFor(kept, page.answer)) kept.pages.set(key, page);
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
  const numberOf = new Map(posts.map(({ post }, number) => [post, number]));
  return { posts, answer: joinList(pieces, end), ranges: firstPieceRanges(pieces), numberOf, named };
}
