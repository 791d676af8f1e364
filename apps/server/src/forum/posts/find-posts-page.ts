import type { ForumPost, MovedTo } from '@mbari/contract/forum/posts';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { badCursor, literalLimit, type Paging } from '../../platform/http/lists.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../platform/http/ready-json.ts';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { lacksPhoto, lacksQuote, photoIdsIn } from '../../platform/markdown/render-body.ts';
import { findNewPlace, missingTopicError } from '../moderation/split-topic.ts';
import type { FilledBody } from './fill-bodies.ts';
import { fillForumBodies, noText, presentForumPosts, viewForumPost, viewPostRights } from './present-posts.ts';
import {
  findTopicOfPosts,
  type ForumPostRow,
  listNumbersBefore,
  listPostRows,
  type PostsState,
  readPostStates,
  type TopicOfPosts,
} from './queries.ts';

interface PostsQuery extends Paging {
  around?: number | undefined;
}

interface PostsPage {
  topic: TopicOfPosts;
  rows: ForumPostRow[];
  meta: PostsMeta;
}

type PostsMeta = ListMeta & { previous_cursor: string | null; moved_to: MovedTo | null };

/** Reads posts by number: from the opening, around a number, or from a cursor in either direction. */
export async function findPostsPage(context: Context, viewer: Viewer, topicId: string, query: PostsQuery): Promise<PostsPage> {
  const cursor = parseCursor(query.cursor);
  const topic = isId(topicId) ? await findTopicOfPosts(context.db, viewer.id, topicId) : undefined;
  if (!topic) throw await missingTopicError(context, viewer, topicId, query.around);
  const { rows, hasMore } = await readWindow(context, viewer, topicId, query, cursor);
  const [first, last] = [rows[0], rows.at(-1)];
  const isMissing = query.around !== undefined && cursor === null && first?.number !== query.around;
  return {
    topic,
    rows,
    meta: {
      current_page: query.page ?? 1,
      // Pages are ranges of post numbers, so deleting a post moves no other post to another page.
      last_page: Math.max(1, Math.ceil(topic.last_number / query.per_page)),
      per_page: query.per_page,
      total: topic.posts_count,
      next_cursor: last !== undefined && hasMore ? `a${last.number}` : null,
      previous_cursor: first !== undefined && first.number > 1 ? `b${first.number}` : null,
      moved_to: isMissing ? await findNewPlace(context, viewer, topicId, query.around ?? 1) : null,
    },
  };
}

const highestNumber = 2_147_483_647;

type Position = { after: number } | { before: number };

interface Window {
  rows: ForumPostRow[];
  hasMore: boolean;
}

async function readWindow(
  { db }: Context,
  viewer: Viewer,
  topicId: string,
  { page, per_page, around }: PostsQuery,
  cursor: Position | null,
): Promise<Window> {
  const limit = literalLimit(per_page + 1);
  const pageBefore = async (number: number): Promise<Window> => {
    const numbers = await listNumbersBefore(db, viewer.id, topicId, { before: number, limit });
    const candidates = await listPostRows(db, viewer.id, topicId, { after: numbers[per_page] ?? 0, limit });
    const rows = candidates.filter((row) => row.number < number).slice(0, per_page);
    return { rows, hasMore: candidates.length > rows.length };
  };
  const pageAfter = async (number: number): Promise<Window> => {
    const rows = await listPostRows(db, viewer.id, topicId, { after: number, limit });
    return { rows: rows.slice(0, per_page), hasMore: rows.length > per_page };
  };
  if (cursor !== null) return 'after' in cursor ? pageAfter(cursor.after) : pageBefore(cursor.before);
  if (around !== undefined) {
    const pageFromAround = await pageAfter(around - 1);
    // Past the end, show the last page.
    return pageFromAround.rows.length > 0 ? pageFromAround : pageBefore(around);
  }
  if (page === undefined) return pageAfter(0);
  const { rows, hasMore } = await pageAfter(Math.min((page - 1) * per_page, highestNumber));
  const pageRows = rows.filter(({ number }) => number <= page * per_page);
  return { rows: pageRows, hasMore: hasMore || pageRows.length < rows.length };
}

function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, side, digits] = /^([ab])([0-9]{1,9})$/.exec(cursor) ?? [];
  if (digits === undefined) throw badCursor();
  return side === 'a' ? { after: Number(digits) } : { before: Number(digits) };
}

type Row = PostsPage['rows'][number];

interface SharedPost {
  row: Row;
  /** Contains a poll, a restricted photo or a restricted quote, and is therefore rendered for each viewer. */
  isPersonal: boolean;
  /** True if the post contains images. Their URLs differ for its author. */
  hasImages: boolean;
  /** JSON for members who neither wrote nor like the post. */
  defaultJson: Buffer;
  /** JSON of the fields that all viewers share. */
  sharedFields: Buffer;
}

interface PostsPageJson extends SharedPage {
  topic: PostsPage['topic'];
  posts: SharedPost[];
  end: string;
  defaultJson: Buffer;
}

type Query = PostsQuery & { topicId: string };

export async function readPostsPage(
  context: Context,
  viewer: Viewer,
  topicId: string,
  query: PostsQuery,
): Promise<{ data: ForumPost[]; meta: PostsMeta } | ReadyJson> {
  const { page, per_page, cursor, around } = query;
  const shared = await postsPageCache(context)(viewer, { topicId, page, per_page, cursor, around });
  if (shared) return presentSharedPage(context, viewer, shared.page, shared.state);
  const { topic, rows, meta } = await findPostsPage(context, viewer, topicId, query);
  return { data: await presentForumPosts(context, viewer, rows, topic), meta };
}

const postsPageCache = oncePerContext((context) =>
  pageCache<Query, PostsPageJson, PostsState>(context.db, {
    // On failure, each request builds its own page and reports the error.
    makePage: (query) => makePage(context, query).catch(() => undefined),
    readStates: readPostStates,
    isPersonal: ({ hides }) => hides,
    skipsFirstRead: true,
  }),
);

async function makePage(context: Context, { topicId, ...query }: Query): Promise<PostsPageJson> {
  const { topic, rows, meta } = await findPostsPage(context, viewerWithoutBlocks, topicId, query);
  const texts = await fillForumBodies(context, viewerWithoutBlocks, rows);
  const posts = rows.map((row, index) => toSharedPost(row, texts[index] ?? noText, topic));
  const end = endOfList(meta);
  const defaultJson = joinList(
    posts.map(({ defaultJson }) => [defaultJson]),
    end,
  );
  // Estimates the memory: besides the page, the cache keeps each post as a row and two pieces.
  return { topic, posts, end, defaultJson, ids: rows.map(({ id }) => id), bytes: defaultJson.length * 4 };
}

function toSharedPost(row: Row, text: FilledBody, topic: PostsPage['topic']): SharedPost {
  const { is_liked, viewer, ...shared } = viewForumPost(viewerWithoutBlocks, row, { ...text, poll: null }, topic);
  const sharedFields = sharedPiece(shared);
  return {
    row,
    isPersonal: row.has_poll || lacksPhoto(text.html) || lacksQuote(text.html),
    hasImages: photoIdsIn(row.body_html ?? '').length > 0,
    defaultJson: Buffer.concat([ownPiece({ is_liked, viewer }), sharedFields]),
    sharedFields,
  };
}

async function presentSharedPage(context: Context, viewer: Viewer, page: PostsPageJson, { liked }: PostsState): Promise<ReadyJson> {
  const { topic, posts, end } = page;
  const isOwn = ({ row }: SharedPost): boolean => row.author_id === viewer.id;
  const usesSharedJson = (post: SharedPost): boolean =>
    viewer.role === 'member' && !post.isPersonal && !isOwn(post) && !liked.includes(post.row.id);
  if (posts.every(usesSharedJson)) return new ReadyJson(page.defaultJson);
  const personalPosts = posts.filter((post) => post.isPersonal || (post.hasImages && isOwn(post)));
  const rows = personalPosts.map(({ row }) => ({ ...row, is_liked: liked.includes(row.id) }));
  const presented = await presentForumPosts(context, viewer, rows, topic);
  const presentedPosts = new Map(personalPosts.map((post, index) => [post, presented[index]]));
  const piecesOf = (post: SharedPost): Buffer[] => {
    if (usesSharedJson(post)) return [post.defaultJson];
    if (presentedPosts.has(post)) return [Buffer.from(JSON.stringify(presentedPosts.get(post)))];
    return [ownPiece({ is_liked: liked.includes(post.row.id), viewer: viewPostRights(viewer, post.row, topic) }), post.sharedFields];
  };
  return new ReadyJson(joinList(posts.map(piecesOf), end));
}
