import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import type { Context } from '../../platform/context.ts';
import { noIds, type ReadShared, type SharedPage, sharePages } from '../../platform/db/shared-pages.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../platform/http/ready-json.ts';
import { anybody, type Viewer } from '../../platform/http/viewer.ts';
import { type CategoriesRelation, readCategoryRelations } from './queries.ts';
import { readForumCategories } from './read-categories.ts';

interface ReadyCategory {
  id: string;
  /** What follows on what is a reader's own. */
  rest: Buffer;
}

interface ReadyCategories extends SharedPage {
  categories: ReadyCategory[];
  /** As somebody reads them who follows nothing. */
  alike: Buffer;
}

/** What of a category is a reader's own. */
type Own = Pick<ForumCategory, 'unread_topics_count' | 'is_following' | 'is_muted'>;

/** What the readers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, ReadShared<object, ReadyCategories, CategoriesRelation>>();

/** The categories as the viewer finds them, joined from ready pieces where many read them at once. */
export async function listForumCategories(context: Context, viewer: Viewer): Promise<{ data: ForumCategory[] } | ReadyJson> {
  let readShared = shared.get(context);
  if (!readShared) {
    readShared = sharePages(context.db, { make: () => makeCategories(context), readRelations: readCategoryRelations });
    shared.set(context, readShared);
  }
  const found = await readShared(viewer.id, {});
  return found ? joinCategories(found.page, found.relation) : { data: await readForumCategories(context, viewer) };
}

async function makeCategories(context: Context): Promise<ReadyCategories> {
  const categories = (await readForumCategories(context, anybody)).map(readyCategory);
  const alike = joined(categories, () => ({ unread_topics_count: 0, is_following: false, is_muted: false }));
  return { categories, alike, ids: noIds, bytes: alike.length * 2 };
}

function readyCategory(category: ForumCategory): ReadyCategory {
  const { unread_topics_count: _unread, is_following: _isFollowing, is_muted: _isMuted, ...others } = category;
  return { id: category.id, rest: sharedPiece(others) };
}

function joinCategories({ categories, alike }: ReadyCategories, { following, muted, unread }: CategoriesRelation): ReadyJson {
  if (following.length === 0 && muted.length === 0 && unread.length === 0) return new ReadyJson(alike);
  const unreadIn = new Map(unread.map(({ id, topics }) => [id, topics]));
  return new ReadyJson(
    joined(categories, (id) => ({
      unread_topics_count: unreadIn.get(id) ?? 0,
      is_following: following.includes(id),
      is_muted: muted.includes(id),
    })),
  );
}

const joined = (categories: readonly ReadyCategory[], ownOf: (id: string) => Own): Buffer =>
  joinList(
    categories.map(({ id, rest }) => [ownPiece(ownOf(id)), rest]),
    endOfList(),
  );
