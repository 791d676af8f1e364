import type { Context } from '../../platform/context.ts';
import { type ReadShared, type SharedPage, sharePages } from '../../platform/db/shared-pages.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../platform/http/ready-json.ts';
import { anybody, type Viewer } from '../../platform/http/viewer.ts';
import { lacksPhoto, lacksQuote, photoIdsIn } from '../../platform/markdown/views.ts';
import type { Filled } from '../markdown/fill-bodies.ts';
import { findPostsPage, type PostsAsked, type PostsPage } from './find-posts-page.ts';
import { type PostsRelation, readPostRelations } from './page-queries.ts';
import { fillForumBodies, noText, presentForumPosts } from './present-posts.ts';
import { viewForumPost, viewPostRights } from './views.ts';

type Row = PostsPage['rows'][number];

interface ReadyPost {
  row: Row;
  /** Contains a poll, or a photo or quote with limited visibility, so it is rendered per viewer. */
  isPersonal: boolean;
  /** It shows images, whose addresses are others for whoever wrote it. */
  hasImages: boolean;
  /** As somebody reads it who neither wrote nor likes it. */
  plain: Buffer;
  /** What follows on a reader's like and rights. */
  rest: Buffer;
}

interface ReadyPage extends SharedPage {
  topic: PostsPage['topic'];
  posts: ReadyPost[];
  end: string;
  alike: Buffer;
}

type Asked = PostsAsked & { topicId: string };

export type SharedPages = ReadShared<Asked, ReadyPage, PostsRelation>;

/** Pages of topics that many read at once. */
export const sharedPagesOf = (context: Context): SharedPages =>
  sharePages(context.db, { make: (asked: Asked) => makePage(context, asked), readRelations: readPostRelations });

async function makePage(context: Context, { topicId, ...asked }: Asked): Promise<ReadyPage> {
  const { topic, rows, meta } = await findPostsPage(context, anybody, topicId, asked);
  const texts = await fillForumBodies(context, anybody, rows);
  const posts = rows.map((row, index) => readyPost(row, texts[index] ?? noText, topic));
  const end = endOfList(meta);
  const alike = joinList(
    posts.map(({ plain }) => [plain]),
    end,
  );
  // A post is kept as a row, and in two pieces beside the page.
  return { topic, posts, end, alike, ids: rows.map(({ id }) => id), bytes: alike.length * 4 };
}

function readyPost(row: Row, text: Filled, topic: PostsPage['topic']): ReadyPost {
  const { is_liked, viewer, ...shared } = viewForumPost(anybody, row, { ...text, poll: null }, topic);
  const rest = sharedPiece(shared);
  return {
    row,
    isPersonal: row.has_poll || lacksPhoto(text.html) || lacksQuote(text.html),
    hasImages: photoIdsIn(row.body_html ?? '').length > 0,
    plain: Buffer.concat([ownPiece({ is_liked, viewer }), rest]),
    rest,
  };
}

/** The page as the viewer reads it, copied together from ready pieces. */
export async function joinPage(context: Context, viewer: Viewer, page: ReadyPage, { liked }: PostsRelation): Promise<ReadyJson> {
  const { topic, posts, end } = page;
  const isOwn = ({ row }: ReadyPost): boolean => row.author_id === viewer.id;
  const isAlike = (post: ReadyPost): boolean =>
    viewer.role === 'member' && !post.isPersonal && !isOwn(post) && !liked.includes(post.row.id);
  if (posts.every(isAlike)) return new ReadyJson(page.alike);
  const personal = posts.filter((post) => post.isPersonal || (post.hasImages && isOwn(post)));
  const rows = personal.map(({ row }) => ({ ...row, is_liked: liked.includes(row.id) }));
  const presented = await presentForumPosts(context, viewer, rows, topic);
  const made = new Map(personal.map((post, index) => [post, presented[index]]));
  const piecesOf = (post: ReadyPost): Buffer[] => {
    if (isAlike(post)) return [post.plain];
    if (made.has(post)) return [Buffer.from(JSON.stringify(made.get(post)))];
    return [ownPiece({ is_liked: liked.includes(post.row.id), viewer: viewPostRights(viewer, post.row, topic) }), post.rest];
  };
  return new ReadyJson(joinList(posts.map(piecesOf), end));
}
