import type { MemberCard } from '@mbari/contract/people/directory';
import type { Photo } from '@mbari/contract/photos/posts';
import { listMentionedUsernames } from '../../notifications/mentions.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { listAwardsOfPhoto } from '../challenges/queries.ts';
import { listProposals } from '../descriptions/queries.ts';
import { curatesNow } from '../exhibitions/queries.ts';
import { listPeopleShown } from '../people-shown/queries.ts';
import { listSeriesOfPhoto } from '../series/queries.ts';
import {
  type CommentRow,
  findPublishedId,
  listImageRows,
  listNewestCommentRows,
  listNewestRowsOfMembers,
  listPhotoRows,
  listReachingIds,
  listSharedCommentRows,
  type SharedCommentRow,
} from './queries.ts';
import { requirePhotoAt } from './require-visible-photo.ts';
import { type ViewerReactions, viewImage, viewPhoto, viewPhotoAs, viewPhotoOnly, viewUnderReview, viewWithFollow } from './views.ts';

/** Presents posts in the order of the ids, with one query per kind of row. `isSharp`: with sharp images despite content warnings. */
export async function presentPhotos(context: Context, viewer: Viewer, ids: readonly string[], isSharp = false): Promise<Photo[]> {
  const photos = await present(context, viewer.id, ids, () => listNewestCommentRows(context.db, viewer.id, ids), isSharp);
  return photos.map(({ photo, reactions }) => viewPhotoAs(viewer, photo, reactions));
}

/** Presents posts with sharp images despite content warnings, for apps that cover them, and with whether everybody is their audience. */
export async function presentSharpPhotos(
  context: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ photo: Photo; reachesAll: boolean }[]> {
  const photos = await present(context, viewer.id, ids, noComments, true);
  return photos.map(({ photo, reactions, reachesAll }) => ({ photo: viewPhotoAs(viewer, photo, reactions), reachesAll }));
}

/** Like `presentPhotos`, without posts that do not reach the viewer. */
export async function presentReachingPhotos(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Photo[]> {
  const rows = ids.length === 0 ? [] : await listReachingIds(context.db, viewer.id, ids);
  return presentPhotos(
    context,
    viewer,
    rows.map(({ id }) => id),
  );
}

/** Presents posts to visitors and members with incomplete accounts. */
export async function presentPhotosReadOnly(context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Photo[]> {
  const photos = await present(context, viewer?.id ?? null, ids, noComments);
  return photos.map(({ photo }) => viewPhotoOnly(photo));
}

export async function presentPhoto(context: Context, viewer: Viewer, id: string, isSharp = false): Promise<Photo> {
  const [photo] = await presentPhotos(context, viewer, [id], isSharp);
  if (!photo) throw notFound('photoNotFound');
  return photo;
}

/** Also accepts the id that a published post had while it was scheduled. */
export async function presentPublicPhoto(context: Context, id: string): Promise<Photo | undefined> {
  const [shared] = await present(context, null, [id], noComments);
  if (shared?.isPublic) return viewPhotoOnly(shared.photo);
  const publishedId = await findPublishedId(context.db, id);
  return publishedId === undefined ? undefined : presentPublicPhoto(context, publishedId);
}

/** A post for viewers who hide nobody and are not its author. */
export interface SharedPhoto {
  photo: Photo;
  isPublic: boolean;
  /** Version of the owner at the time of the read. */
  ownerState: string;
  comments: SharedCommentRow[];
}

export function presentSharedPhotos(context: Context, ids: readonly string[]): Promise<SharedPhoto[]> {
  return present(context, null, ids, async () => {
    const rows = await listSharedCommentRows(context.db, ids);
    return rows.map((row) => ({ ...row, mentions: row.mentioned.flatMap(({ username }) => username ?? []) }));
  });
}

interface Presented<Row> {
  photo: Photo;
  reactions: ViewerReactions;
  isPublic: boolean;
  reachesAll: boolean;
  ownerState: string;
  comments: Row[];
}

const noComments = (): CommentRow[] => [];

async function present<Row extends CommentRow>(
  context: Context,
  viewerId: string | null,
  ids: readonly string[],
  listComments: () => Promise<Row[]> | Row[],
  isSharp = false,
): Promise<Presented<Row>[]> {
  if (ids.length === 0) return [];
  const [photos, images, comments] = await Promise.all([
    listPhotoRows(context.db, viewerId, ids),
    listImageRows(context.db, ids),
    listComments(),
  ]);
  const byId = new Map(photos.map((row) => [row.id, row]));
  const imagesOf = byPhoto(images);
  const commentsOf = byPhoto(comments);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const imageRows = imagesOf.get(id);
    // Every post has an image. A post without one was deleted between two queries and is left out.
    if (!row || !imageRows) return [];
    const photoComments = commentsOf.get(id) ?? [];
    const reactions = { isLiked: row.is_liked, isSaved: row.is_saved };
    return [
      {
        photo: viewPhoto(context, isSharp ? { ...row, is_blurred: false } : row, imageRows, photoComments),
        reactions,
        isPublic: row.is_public,
        reachesAll: row.reaches_all,
        ownerState: row.author_state,
        comments: photoComments,
      },
    ];
  });
}

function byPhoto<Row extends { photo_id: string }>(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.photo_id);
    if (group) group.push(row);
    else groups.set(row.photo_id, [row]);
  }
  return groups;
}

/** Returns a post with mentioned members and whether the viewer follows the author. Throws `not_found` if the viewer may not open it. */
export async function openPhoto(context: Context, viewer: Viewer, photoId: string, isSharp: boolean): Promise<Photo> {
  const visible = await requirePhotoAt(context, viewer, photoId);
  const photo = await presentPhoto(context, viewer, visible.id, isSharp);
  const [mentions, series, people, awards, proposals, mayHang] = await Promise.all([
    listMentionedUsernames(context.db, viewer.id, photo.description ?? ''),
    visible.reaches_viewer ? listSeriesOfPhoto(context.db, photo.id) : [],
    visible.reaches_viewer ? listPeopleShown(context.db, viewer.id, photo.id) : [],
    visible.reaches_viewer ? listAwardsOfPhoto(context.db, photo.id) : [],
    photo.viewer.may_edit && photo.images.some(({ alt }) => alt === '') ? listProposals(context.db, viewer.id, photo.id) : [],
    visible.reaches_viewer && !photo.is_archived && !photo.scheduled && curatesNow(context.db, viewer.id),
  ]);
  const opened = {
    ...viewWithFollow(photo, visible),
    ...(mayHang && { viewer: { ...photo.viewer, may_hang: true } }),
    mentions,
    series,
    ...(awards.length > 0 && { awards }),
    people: people.map((row) => ({ ...viewAuthor(row), is_asked: row.is_asked, place: row.place })),
    ...(proposals.length > 0 && {
      alt_proposals: proposals.map((row) => ({ id: row.id, image_id: row.image_id, text: row.text, user: viewAuthor(row) })),
    }),
  };
  return visible.reaches_viewer ? opened : viewUnderReview(opened);
}

type CardPhoto = MemberCard['photos'][number];

/** Returns the newest posts that each member's profile shows to the viewer. */
export async function listNewestOfMembers(
  context: Context,
  viewer: Viewer,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, CardPhoto[]>> {
  const photos = new Map(memberIds.map((id) => [id, [] as CardPhoto[]]));
  const rows = memberIds.length === 0 ? [] : await listNewestRowsOfMembers(context.db, viewer.id, memberIds);
  for (const row of rows)
    photos
      .get(row.member_id)
      ?.push({ id: row.photo_id, title: row.title, image: viewImage(context, row, row.is_public, row.member_id === viewer.id) });
  return photos;
}
