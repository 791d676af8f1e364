import type { PrivateProfile, ProfileViewpoint, PublicProfile } from '@mbari/contract/people/profiles';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { listItems, ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findProfileView } from './find-profile-view.ts';
import { listGallery, nothingListed } from './list-gallery.ts';
import { presentProfilePhotos } from './present-profile-photos.ts';
import { findCustomisation, findGallery, type GalleryRow, listInterestsOf } from './queries.ts';
import { viewCustomisation, viewPrivateProfile, viewProfile } from './views.ts';

interface Asked {
  username: string;
  as?: ProfileViewpoint | undefined;
}

/** Reads nothing else of a private profile. */
export async function readProfile(context: Context, viewer: Viewer | null, asked: Asked): Promise<PublicProfile | PrivateProfile> {
  const { text } = await answerProfile(context, viewer, asked);
  return (JSON.parse(text.toString()) as { data: PublicProfile | PrivateProfile }).data;
}

/** Like `readProfile`, as response JSON. */
export async function answerProfile(context: Context, viewer: Viewer | null, asked: Asked): Promise<ReadyJson> {
  const view = await findProfileView(context, viewer, asked);
  const { profile } = view;
  if (!profile.is_open) return new ReadyJson(JSON.stringify({ data: viewPrivateProfile(profile) }));

  const firstPage = { per_page: limits.perPage };
  const [interests, customisation, gallery, { ids, meta }] = await Promise.all([
    listInterestsOf(context.db, profile.author_id),
    profile.author_plan_name === null ? undefined : findCustomisation(context.db, profile.author_id),
    profile.has_posts ? findGallery(context.db, view.viewer?.id ?? null, profile.author_id) : noGallery,
    profile.has_posts ? listGallery(context, view, firstPage) : nothingListed(firstPage),
  ]);
  const pins = profile.has_posts ? (customisation?.pinned ?? []) : [];
  const posts = await presentProfilePhotos(context, view.viewer, [...new Set([...ids, ...pins])]);
  const listed = (wanted: string[]): Buffer[] => listItems(wanted.flatMap((id) => (posts.has(id) ? [posts.get(id)!] : [])));
  return new ReadyJson(
    Buffer.concat([
      Buffer.from(`{"data":${opened(viewProfile(view, { interests, gallery, meta }))},"photos":[`),
      ...listed(ids),
      Buffer.from(`],"customisation":${opened(viewCustomisation(context, customisation))},"pinned":[`),
      ...listed(pins),
      Buffer.from(']}}}'),
    ]),
  );
}

/** Object JSON without its closing brace, for appending. */
const opened = (object: object): string => JSON.stringify(object).slice(0, -1);

const noGallery: GalleryRow = { likes_count: 0, comments_count: 0, photo_categories: [] };
