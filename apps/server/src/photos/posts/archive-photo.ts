import type { listArchivedPosts } from '@mbari/contract/photos/archive';
import type { z } from 'zod';
import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentPhotos } from './present-photos.ts';
import { listArchivedIds, setPhotoArchived } from './queries.ts';
import { requireOwnPhoto } from './update-photo.ts';

/** Hides the viewer's post from all others, or returns it to its old place. Throws `not_found` and `not_owner`. */
export async function archivePhoto(context: Context, viewer: Viewer, photoId: string, isArchived: boolean): Promise<void> {
  const { id } = await requireOwnPhoto(context, viewer, photoId);
  await context.limits.spend('change by member', viewer.id);
  await context.db.transaction(async (tx) => {
    if ((await setPhotoArchived(tx, viewer.id, id, isArchived)) === 0) return;
    await hintRecipients(tx, 'photo', id);
    tx.hint('photo', id);
  });
}

export async function listArchived(
  context: Context,
  viewer: Viewer,
  query: z.output<typeof listArchivedPosts.shape.query>,
): Promise<z.input<typeof listArchivedPosts.shape.answer>> {
  const { cursor, take } = sliceOf(query);
  const { per_page } = query;
  const ids = await listArchivedIds(context.db, viewer.id, { before: idAfter(cursor), limit: literalLimit(take) });
  const page = ids.slice(0, per_page);
  const data = await presentPhotos(context, viewer, page);
  return { data, meta: { per_page, next_cursor: ids.length > per_page ? (page.at(-1) ?? null) : null } };
}
