import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import type { Context } from '../../context.ts';
import { noIds, type ReadShared, type SharedPage, sharePages } from '../../db/shared-pages.ts';
import { endOfList, joinList, ownPiece, ReadyJson, sharedPiece } from '../../http/ready-json.ts';
import { anybody, type Viewer } from '../../http/viewer.ts';
import { type CategoriesRelation, readCategoryRelations } from './queries.ts';
import { readForumCategories } from './read-categories.ts';

interface ReadyCategory {
  id: string;
  /** What follows on what is a reader's own. */
  rest: Buffer;
}

interface ReadyCategories extends SharedPage {
  categories: ReadyCategory[];
}

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
  return { categories, ids: noIds, bytes: categories.reduce((sum, { rest }) => sum + rest.length, 0) };
}

function readyCategory(category: ForumCategory): ReadyCategory {
  const { unread_topics_count: _unread, is_following: _isFollowing, is_muted: _isMuted, ...others } = category;
  return { id: category.id, rest: sharedPiece(others) };
}

function joinCategories({ categories }: ReadyCategories, { following, muted, unread }: CategoriesRelation): ReadyJson {
  const unreadIn = new Map(unread.map(({ id, topics }) => [id, topics]));
  const ownOf = (id: string): Pick<ForumCategory, 'unread_topics_count' | 'is_following' | 'is_muted'> => ({
    unread_topics_count: unreadIn.get(id) ?? 0,
    is_following: following.includes(id),
    is_muted: muted.includes(id),
  });
  return new ReadyJson(
    joinList(
      categories.map(({ id, rest }) => [ownPiece(ownOf(id)), rest]),
      endOfList(),
    ),
  );
}
