import { type ByteRange, endOfList, firstPieceRanges, joinList, type Replacement, replacePieces } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { noMarks, type OwnMarks } from '../photos/views.ts';
import { isPersonalTo, marksText, personalPiece, unmarked } from '../ready-posts/read-ready.ts';
import type { ReadyPost as SharedPost } from '../ready-posts/ready-posts.ts';
import type { Post, ReadyPost } from './newest-posts.ts';
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
  /** By their numbers from 0. */
  places: ReadonlyMap<Post, number>;
  /** On which posts each member is named, by their numbers. */
  named: ReadonlyMap<string, readonly number[]>;
}

/** Pages that many viewers get alike. Gone together with what they were made from. */
const pagesFrom = new WeakMap<ReadyPost[], Map<string, SharedPage>>();
const pagesAtMost = 200;

/** A page of the newest posts, with what of it is the viewer's own in the places of what all others get. */
export function joinPage(viewer: Viewer, newest: ReadyPost[], asked: AskedPage, marked: MarkedPosts): (string | Buffer)[] {
  const page = pageFrom(newest, asked);
  const numbers = ownNumbers(viewer, page, marked);
  if (numbers.length === 0) return [page.answer];
  return replacePieces(
    page.answer,
    numbers.map((number) => ownReplacement(viewer, page, number, marked)),
  );
}

/** Which posts of the page are other for the viewer than for all, in their order. */
function ownNumbers({ id, role }: Viewer, { posts, places, named }: SharedPage, marked: MarkedPosts): readonly number[] {
  if (role !== 'member') return posts.map((_post, number) => number);
  const namedOn = named.get(id) ?? nowhere;
  if (marked.size === 0) return namedOn;
  const numbers = [...namedOn];
  for (const post of marked.keys()) {
    const number = places.get(post);
    if (number !== undefined && !numbers.includes(number)) numbers.push(number);
  }
  return numbers.sort((a, b) => a - b);
}

const nowhere: readonly number[] = [];

function ownReplacement(viewer: Viewer, { posts, ranges }: SharedPage, number: number, marked: MarkedPosts): Replacement {
  const { post, shared } = posts[number]!;
  const range = ranges[number]!;
  const marks = marked.get(post) ?? noMarks;
  if (isPersonalTo(viewer, shared)) return { range, piece: keptPersonalPiece(viewer, shared, marks) };
  return { range: { from: range.from, to: range.from + unmarked.length }, piece: marksText(viewer, marks) };
}

/** For authors, those who comment and organisers, who come back to the same posts more than others. */
const personal = new WeakMap<SharedPost, Map<string, Buffer>>();
const personalAtMost = 20;

function keptPersonalPiece(viewer: Viewer, post: SharedPost, marks: OwnMarks): Buffer {
  let pieces = personal.get(post);
  if (!pieces) personal.set(post, (pieces = new Map()));
  const key = `${viewer.id} ${viewer.role} ${marks.isLiked} ${marks.isSaved}`;
  let piece = pieces.get(key);
  if (!piece) {
    piece = personalPiece(viewer, post, marks);
    if (pieces.size < personalAtMost) pieces.set(key, piece);
  }
  return piece;
}

function pageFrom(newest: ReadyPost[], asked: AskedPage): SharedPage {
  let pages = pagesFrom.get(newest);
  if (!pages) pagesFrom.set(newest, (pages = new Map()));
  // Viewers differ only in the restricted posts that reach them, and in how many those are in all.
  const key = `${asked.page} ${asked.perPage} ${asked.total} ${asked.reached.join()}`;
  let page = pages.get(key);
  if (!page) {
    page = makePage(newest, asked);
    if (pages.size < pagesAtMost) pages.set(key, page);
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
  const places = new Map(posts.map(({ post }, number) => [post, number]));
  return { posts, answer: joinList(pieces, end), ranges: firstPieceRanges(pieces), places, named };
}
