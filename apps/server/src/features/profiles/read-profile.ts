import * as limits from '@mbari/contract/limits';
import type { PrivateProfile, ProfileViewpoint, PublicProfile } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { listGallery, nothingListed } from './list-gallery.ts';
import { lookAtProfile } from './look-at-profile.ts';
import { presentProfilePhotos } from './present-profile-photos.ts';
import { findCustomisation, findGallery, type GalleryRow, listInterestsOf } from './queries.ts';
import { viewDoor, viewProfile } from './views.ts';

/** A member as the viewer may see them; behind a closed door nothing else is asked for. */
export async function readProfile(
  context: Context,
  viewer: Viewer | null,
  asked: { username: string; as?: ProfileViewpoint | undefined },
): Promise<PublicProfile | PrivateProfile> {
  const look = await lookAtProfile(context, viewer, asked);
  const { profile } = look;
  if (!profile.is_open) return viewDoor(profile);

  const firstPage = { per_page: limits.perPage };
  const [interests, customisation, gallery, listed] = await Promise.all([
    listInterestsOf(context.db, profile.author_id),
    profile.author_plan_name === null ? undefined : findCustomisation(context.db, profile.author_id),
    profile.has_posts ? findGallery(context.db, look.viewer?.id ?? null, profile.author_id) : noGallery,
    profile.has_posts ? listGallery(context, look, firstPage) : nothingListed(firstPage),
  ]);
  const pins = profile.has_posts ? (customisation?.pinned ?? []) : [];
  const posts = await presentProfilePhotos(context, look.viewer, [...new Set([...listed.ids, ...pins])]);
  return viewProfile(context, look, { interests, customisation, gallery, ...listed, pins, posts });
}

const noGallery: GalleryRow = { likes_count: 0, comments_count: 0, photo_categories: [] };
