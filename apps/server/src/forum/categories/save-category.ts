import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { changedMeanwhile, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { clearCategoryOfDeletedTopics, moveTopicsToCategory } from '../topics/queries.ts';
import { deleteCategory, hasCategory, insertCategory, lockCategoryForUpdate, updateCategory, updateCategoryPosition } from './queries.ts';
import { readForumCategory } from './read-categories.ts';

interface CategoryFields {
  name?: string | undefined;
  description?: string | undefined;
  color?: string | undefined;
  position?: number | undefined;
  version?: number | undefined;
}

const defaultColor = '#8a5a2b';

/** Appends a category. Returns its id. */
export async function createForumCategory(context: Context, viewer: Viewer, fields: CategoryFields & { name: string }): Promise<string> {
  await context.limits.spend('settings by member', viewer.id);
  const { name, description = '', color = defaultColor } = fields;
  const id = newId();
  await rejectTakenNames(() =>
    context.db.transaction(async (tx) => {
      await insertCategory(tx, { id, name, slug: slugOf(name), description, color: color.toLowerCase() });
      await recordModeration(tx, viewer, 'create_category', { categoryId: id, note: name });
    }),
  );
  return id;
}

/** Throws `conflict` if the category was edited since `version`. */
export async function updateForumCategory(
  context: Context,
  viewer: Viewer,
  id: string,
  { name, description, color, position, version }: CategoryFields,
): Promise<void> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  const isSaved = await rejectTakenNames(() =>
    context.db.transaction(async (tx) => {
      const change = { name, slug: name === undefined ? undefined : slugOf(name), description, color: color?.toLowerCase() };
      const updatedCount = await updateCategory(tx, id, change, version);
      if (updatedCount === 0 && (await hasCategory(tx, id))) return false;
      if (updatedCount === 0) throw notFound('forumCategoryNotFound');
      if (position !== undefined) await updateCategoryPosition(tx, id, position);
      await recordModeration(tx, viewer, 'update_category', { categoryId: id });
      return true;
    }),
  );
  if (!isSaved) throw changedMeanwhile(await readForumCategory(context, viewer, id));
}

/** Deletes a category after moving its topics to `moveTo`. Without `moveTo`, the category must be empty. */
export async function deleteForumCategory(context: Context, viewer: Viewer, id: string, moveTo: string | undefined): Promise<void> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  if (moveTo !== undefined && (moveTo === id || !isId(moveTo) || !(await hasCategory(context.db, moveTo))))
    throw invalid({ move_to: ['noSuchCategory'] });
  try {
    await context.db.transaction(async (tx) => {
      const category = await lockCategoryForUpdate(tx, id);
      if (!category) throw notFound('forumCategoryNotFound');
      await emptyCategory(tx, id, moveTo ?? null);
      await deleteCategory(tx, id, moveTo ?? null);
      await recordModeration(tx, viewer, 'delete_category', { note: category.name });
    });
  } catch (error) {
    if ((error as { code?: string }).code === foreignKeyViolation) throw new Refusal('not_empty', 'categoryNotEmpty');
    throw error;
  }
}

async function rejectTakenNames<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (violates(error, 'forum_categories_slug') || violates(error, 'forum_categories_name'))
      throw invalid({ name: ['categoryNameTaken'] });
    throw error;
  }
}

const foreignKeyViolation = '23503';

/** Moves a category's topics to `moveTo`, and its deleted topics to no category. */
async function emptyCategory(tx: Statements, categoryId: string, moveTo: string | null): Promise<void> {
  await clearCategoryOfDeletedTopics(tx, categoryId);
  if (moveTo !== null) await moveTopicsToCategory(tx, categoryId, moveTo);
}
