import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { emptyCategory, queueEmptying } from './empty-category.ts';
import { beginLeaving } from './leaving.ts';

/** Its photos are left without a category. */
const nowhere = 'none';

/** How many steps somebody waits for. The job takes the others. */
const stepsAtOnce = 10;

/**
 * Deletes a photo category. Its photos go to another one, or are left without; where neither is said, it has to be empty. What takes longer
 * than a moment is done by a job: until then the category is there, with the photos that are still in it.
 */
export async function deleteCategory(context: Context, viewer: Viewer, id: string, moveTo: string | undefined): Promise<void> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  const target = moveTo === undefined || moveTo === nowhere ? null : moveTo;
  if (target !== null && (target === id || !isId(target))) throw invalid({ move_to: ['noSuchCategory'] });
  await context.db.transaction(async (tx) => {
    const name = await beginLeaving(tx, { id, movesTo: target, mustBeEmpty: moveTo === undefined });
    await queueEmptying(tx, id);
    await recordModeration(tx, viewer, 'delete_photo_category', { note: name });
  });
  // It is deleted, whatever becomes of this.
  await emptyCategory(context.db, id, { steps: stepsAtOnce }).catch((error: unknown) =>
    context.log.warn({ err: error, category: id }, 'a category is left to the job that empties it'),
  );
}
