import * as limits from '@mbari/contract/limits';
import type { PrivateProfile, ProfileViewpoint, PublicProfile } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { findProfileView } from './find-profile-view.ts';
import { listGallery, nothingListed } from './list-gallery.ts';
import { presentProfilePhotos } from './present-profile-photos.ts';
import { findCustomisation, findGallery, type GalleryRow, listInterestsOf } from './queries.ts';
import { viewPrivateProfile, viewProfile } from './views.ts';

/** A member as the viewer may see them; of a private profile nothing else is read. */
export async function readProfile(
  context: Context,
  viewer: Viewer | null,
  asked: { username: string; as?: ProfileViewpoint | undefined },
): Promise<PublicProfile | PrivateProfile> {
  const view = await findProfileView(context, viewer, asked);
  const { profile } = view;
  if (!profile.is_open) return viewPrivateProfile(profile);

  const firstPage = { per_page: limits.perPage };
  const [interests, customisation, gallery, listed] = await Promise.all([
    listInterestsOf(context.db, profile.author_id),
    profile.author_plan_name === null ? undefined : findCustomisation(context.db, profile.author_id),
    profile.has_posts ? findGallery(context.db, view.viewer?.id ?? null, profile.author_id) : noGallery,
    profile.has_posts ? listGallery(context, view, firstPage) : nothingListed(firstPage),
  ]);
  const pins = profile.has_posts ? (customisation?.pinned ?? []) : [];
  const posts = await presentProfilePhotos(context, view.viewer, [...new Set([...listed.ids, ...pins])]);
  return viewProfile(context, view, { interests, customisation, gallery, ...listed, pins, posts });
}

const noGallery: GalleryRow = { likes_count: 0, comments_count: 0, photo_categories: [] };
