import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { viewImage } from '../photos/views.ts';
import { listNamed, listShownPhotos } from './queries.ts';
import { fillIn, hasOpenParts, namesIn, photoIdsIn } from './views.ts';

export interface Body {
  html: string;
  /** Whose text it is: they show photos of their own and nobody else's. */
  authorId: string;
}

/** Texts as the viewer reads them now: members by the names they have, photos that they may see. Two queries, however many texts. */
export async function fillBodies(context: Context, viewer: Viewer, bodies: readonly Body[]): Promise<string[]> {
  const open = bodies.filter(({ html }) => hasOpenParts(html)).map(({ html }) => html);
  if (open.length === 0) return bodies.map(({ html }) => html);
  const [names, photoIds] = [[...new Set(open.flatMap(namesIn))], [...new Set(open.flatMap(photoIdsIn))]];
  const [members, photos] = await Promise.all([
    names.length === 0 ? [] : listNamed(context.db, viewer.id, names),
    photoIds.length === 0 ? [] : listShownPhotos(context.db, viewer.id, photoIds),
  ]);
  const usernames = new Set(members.map(({ username }) => username));
  const photosById = new Map(photos.map((row) => [row.photo_id, row]));
  return bodies.map(({ html, authorId }) =>
    fillIn(html, {
      usernameOf: (name) => (usernames.has(name) ? name : undefined),
      photoOf: (id) => {
        const row = photosById.get(id);
        return row?.owner_id === authorId ? { image: viewImage(context, row, row.is_public), title: row.title } : undefined;
      },
    }),
  );
}
