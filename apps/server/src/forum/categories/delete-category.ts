import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { moveTopicsToCategory, clearCategoryOfDeletedTopics } from '../topics/category-queries.ts';
import { hasCategory, lockCategoryForUpdate, deleteCategory } from './queries.ts';

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

const foreignKeyViolation = '23503';

/** Moves a category's topics to `moveTo`, and its deleted topics to no category. */
async function emptyCategory(tx: Statements, categoryId: string, moveTo: string | null): Promise<void> {
  await clearCategoryOfDeletedTopics(tx, categoryId);
  if (moveTo !== null) await moveTopicsToCategory(tx, categoryId, moveTo);
}
