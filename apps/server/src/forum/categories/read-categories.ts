import type { ForumCategory } from '@mbari/contract/forum/categories';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { noIds, pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../platform/http/ready-json.ts';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { viewLatestPost } from '../topics/present-topics.ts';
import { type CategoriesState, type CategoryRow, listCategoryRows, readCategoryStates } from './queries.ts';

export const readForumCategories = async ({ db }: Context, viewer: Viewer): Promise<ForumCategory[]> =>
  (await listCategoryRows(db, viewer.id)).map(viewForumCategory);

export async function readForumCategory(context: Context, viewer: Viewer, id: string): Promise<ForumCategory> {
  const category = (await readForumCategories(context, viewer)).find((forumCategory) => forumCategory.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
}

interface CategoryJson {
  id: string;
  /** JSON of the fields that all viewers share. */
  sharedJson: Buffer;
}

interface CategoriesPage extends SharedPage {
  categories: CategoryJson[];
  /** JSON for viewers without followed, muted or unread categories. */
  defaultJson: Buffer;
}

type ViewerFields = Pick<ForumCategory, 'unread_topics_count' | 'is_following' | 'is_muted'>;

const categoriesCache = oncePerContext((context) =>
  pageCache<object, CategoriesPage, CategoriesState>(context.db, {
    // On failure, each request builds its own page and reports the error.
    makePage: () => buildCategoriesPage(context).catch(() => undefined),
    readStates: readCategoryStates,
    isPersonal: ({ hides }) => hides,
    skipsFirstRead: true,
  }),
);

export async function listForumCategories(context: Context, viewer: Viewer): Promise<{ data: ForumCategory[] } | ReadyJson> {
  const shared = await categoriesCache(context)(viewer, {});
  return shared ? joinCategories(shared.page, shared.state) : { data: await readForumCategories(context, viewer) };
}

const viewForumCategory = ({ latest_topic, created_at, ...row }: CategoryRow): ForumCategory => ({
  ...row,
  latest_topic: latest_topic && { ...latest_topic, latest_post: viewLatestPost(latest_topic.latest_post) },
  created_at: created_at.toISOString(),
});

async function buildCategoriesPage(context: Context): Promise<CategoriesPage> {
  const categories = (await readForumCategories(context, viewerWithoutBlocks)).map(toCategoryJson);
  const defaultJson = joinPieces(categories, () => ({ unread_topics_count: 0, is_following: false, is_muted: false }));
  return { categories, defaultJson, ids: noIds, bytes: defaultJson.length * 2 };
}

function toCategoryJson(category: ForumCategory): CategoryJson {
  const { unread_topics_count: _unread, is_following: _isFollowing, is_muted: _isMuted, ...others } = category;
  return { id: category.id, sharedJson: sharedPiece(others) };
}

function joinCategories({ categories, defaultJson }: CategoriesPage, { following, muted, unread }: CategoriesState): ReadyJson {
  if (following.length === 0 && muted.length === 0 && unread.length === 0) return new ReadyJson(defaultJson);
  const unreadIn = new Map(unread.map(({ id, topics }) => [id, topics]));
  return new ReadyJson(
    joinPieces(categories, (id) => ({
      unread_topics_count: unreadIn.get(id) ?? 0,
      is_following: following.includes(id),
      is_muted: muted.includes(id),
    })),
  );
}

const joinPieces = (categories: readonly CategoryJson[], viewerFieldsOf: (id: string) => ViewerFields): Buffer =>
  joinList(
    categories.map(({ id, sharedJson }) => [ownPiece(viewerFieldsOf(id)), sharedJson]),
    endOfList(),
  );
