import type { ProfilePhoto } from '@mbari/contract/people/profiles';
import { presentInProfile } from '../../photos/feed/list-posts.ts';
import { findCategories } from '../../photos/find-category.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayAct } from './rules.ts';

/** Returns posts as JSON with their whole category; skips deleted ones. */
export const presentProfilePhotos = (context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Map<string, Buffer[]>> =>
  presentInProfile(context, { viewer, mayAct: mayAct(viewer), ids }, async (names) => {
    const categories = await findCategories(context.db, names);
    return new Map(names.flatMap((name, index) => (categories[index] ? [[name, categories[index]]] : [])));
  });

export const parsePost = (pieces: Buffer[]): ProfilePhoto => JSON.parse(Buffer.concat(pieces).toString()) as ProfilePhoto;
