import type { ForumPost } from '@mbari/contract/forum/posts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../platform/http/ready-json.ts';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { lacksPhoto, lacksQuote, photoIdsIn } from '../../platform/markdown/views.ts';
import type { FilledBody } from './fill-bodies.ts';
import { findPostsPage, type PostsMeta, type PostsPage, type PostsQuery } from './find-posts-page.ts';
import { type PostsState, readPostStates } from './like-queries.ts';
import { fillForumBodies, noText, presentForumPosts } from './present-posts.ts';
import { viewForumPost, viewPostRights } from './views.ts';

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
