import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos, presentPhotosToAnybody } from '../photos/present-photos.ts';
import { noMarks, viewPhotoAs } from '../photos/views.ts';
import { marksByPost } from './own-marks.ts';
import { listMarksOf, type ViewerRelation } from './queries.ts';

interface Asked {
  viewer: Viewer;
  ids: readonly string[];
}

export type PresentTogether = (asked: Asked, relation: ViewerRelation) => Promise<Photo[]>;

/** How many lists are presented at once: enough that a query is not a list's own, few enough that none waits long. */
const listsTogether = 20;

/**
 * Presents the lists of all who ask in one turn of the event loop, each post once, however many ask for it. That is the same to
 * all from whom nobody is hidden; the others' are made for them.
 */
export function presentTogetherOf(context: Context): PresentTogether {
  const present = batch(async (askers: Asked[]) => {
    const pairs = askers.flatMap(({ viewer, ids }) => ids.map((id) => ({ viewer: viewer.id, id })));
    const [photos, rows] = await Promise.all([
      presentPhotosToAnybody(context, [...new Set(pairs.map(({ id }) => id))]),
      listMarksOf(
        context.db,
        pairs.map(({ viewer }) => viewer),
        pairs.map(({ id }) => id),
      ),
    ]);
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    const marks = marksByPost(rows);
    return askers.map(({ viewer, ids }) =>
      ids.flatMap((id) => {
        const photo = byId.get(id);
        return photo ? [viewPhotoAs(viewer, photo, marks.get(`${viewer.id} ${id}`) ?? noMarks)] : [];
      }),
    );
  }, listsTogether);

  return (asked, relation) => (relation.hides ? presentPhotos(context, asked.viewer, asked.ids) : present(asked));
}
