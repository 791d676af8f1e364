import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { emptyCategory, queueEmptying } from './empty-category.ts';
import { beginLeaving } from './leaving.ts';

const nowhere = 'none';

/** Steps that run within the request. The job runs the others. */
const stepsAtOnce = 10;

/**
 * Deletes a photo category and moves its photos. Without `moveTo` it must be empty. A job moves photos beyond the first steps; until
 * it ends, the category still exists.
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
  // The category is deleted even if this fails.
  await emptyCategory(context.db, id, { steps: stepsAtOnce }).catch((error: unknown) =>
    context.log.warn({ err: error, category: id }, 'moving photos of a deleted category failed; its job will continue'),
  );
}
