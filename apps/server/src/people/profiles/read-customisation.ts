import type { Customisation } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { parsePost, presentProfilePhotos } from './present-profile-photos.ts';
import { findCustomisation } from './queries.ts';
import { viewCustomisation } from './views.ts';

/** Returns the member's own appearance; empty without a plan in force. */
export async function readCustomisation(context: Context, member: Viewer): Promise<Customisation> {
  const row = await findCustomisation(context.db, member.id);
  const pinned = await presentProfilePhotos(context, member, row?.pinned ?? []);
  return { ...viewCustomisation(context, row), pinned: [...pinned.values()].map(parsePost) };
}
