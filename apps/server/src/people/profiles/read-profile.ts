import type { PrivateProfile, ProfileViewpoint, PublicProfile } from '@mbari/contract/people/profiles';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { listItems, ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findProfileView } from './find-profile-view.ts';
import { emptyGalleryPage, listGallery, presentProfilePhotos } from './list-profile-photos.ts';
import { findCustomisation, findGallery, findPractice, type GalleryRow, type PracticeRow } from './queries.ts';
import { viewCustomisation, viewPrivateProfile, viewProfile } from './views.ts';

interface ProfileQuery {
  username: string;
  as?: ProfileViewpoint | undefined;
}

/** Returns a profile. Reads neither interests nor posts of a private one. */
export async function readProfile(context: Context, viewer: Viewer | null, query: ProfileQuery): Promise<PublicProfile | PrivateProfile> {
  const { text } = await presentProfile(context, viewer, query);
  return (JSON.parse(text.toString()) as { data: PublicProfile | PrivateProfile }).data;
}

/** Like `readProfile`, as response JSON. */
export async function presentProfile(context: Context, viewer: Viewer | null, query: ProfileQuery): Promise<ReadyJson> {
  const view = await findProfileView(context, viewer, query);
  const { profile } = view;
  if (!profile.is_open) return new ReadyJson(JSON.stringify({ data: viewPrivateProfile(profile) }));

  const firstPage = { per_page: limits.perPage };
  const [practice, customisation, gallery, { ids, meta }] = await Promise.all([
    profile.has_practice ? findPractice(context.db, view.viewer?.id ?? null, profile.author_id) : noPractice,
    profile.author_plan_name === null ? undefined : findCustomisation(context.db, view, profile.author_id),
    profile.posts_count > 0 ? findGallery(context.db, view, { viewerId: view.viewer?.id ?? null, memberId: profile.author_id }) : noGallery,
    profile.posts_count > 0 ? listGallery(context, view, firstPage) : emptyGalleryPage(firstPage),
  ]);
  const pins = profile.posts_count > 0 ? (customisation?.pinned ?? []) : [];
  const posts = await presentProfilePhotos(context, view.viewer, [...new Set([...ids, ...pins])]);
  const listPosts = (postIds: string[]): Buffer[] => listItems(postIds.flatMap((id) => (posts.has(id) ? [posts.get(id)!] : [])));
  return new ReadyJson(
    Buffer.concat([
      Buffer.from(`{"data":${unclosedJson(viewProfile(view, { practice, gallery, meta }))},"photos":[`),
      ...listPosts(ids),
      Buffer.from(`],"customisation":${unclosedJson(viewCustomisation(context, customisation))},"pinned":[`),
      ...listPosts(pins),
      Buffer.from(']}}}'),
    ]),
  );
}

/** Object JSON without its closing brace, for appending. */
const unclosedJson = (object: object): string => JSON.stringify(object).slice(0, -1);

const noPractice: PracticeRow = { helpful_count: 0, awards: [] };
const noGallery: GalleryRow = { likes_count: 0, comments_count: 0, photo_categories: [] };
