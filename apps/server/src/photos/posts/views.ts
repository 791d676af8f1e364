import type { Image, ImageReceipt, Photo } from '@mbari/contract/photos/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { StoredImage } from '../../platform/images/store-image.ts';
import { blurUrl, mediaUrl, srcsetOf } from '../../platform/images/urls.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { viewComment, viewCommentAs } from '../comments/views.ts';
import { authored } from '../table.ts';
import type { CommentRow, ImageRow, PhotoRow, VisiblePhoto } from './queries.ts';
import { mayDeletePhoto, mayEditPhoto } from './rules.ts';

/** Presents a post without reactions. `viewPhotoAs` adds the viewer's state. */
export function viewPhoto(context: Context, row: PhotoRow, imageRows: ImageRow[], commentRows: CommentRow[]): Photo {
  const images = imageRows.map((image) => ({
    ...viewImage(context, { ...image, is_blurred: row.is_blurred }, row.is_public, row.audience === 'me' || !row.is_there),
    ...(image.camera && { camera: image.camera }),
  }));
  return {
    id: row.id,
    ...authored.valuesOf(row),
    warning: viewWarning(row),
    category: row.category,
    images,
    image_url: images[0]?.image_path ?? '',
    user: viewAuthor(row),
    likes: [],
    likes_count: row.likes_count,
    is_liked: false,
    is_saved: false,
    comments: commentRows.map((comment) => viewComment(comment)),
    comments_count: row.comments_count,
    created_at: row.created_at.toISOString(),
    ...(row.taken_at && { taken_at: row.taken_at.toISOString() }),
    ...(row.has_critique && { has_critique: true as const }),
    is_archived: row.archived_at !== null,
    ...(row.publish_at && { scheduled: { at: row.publish_at.toISOString(), has_failed: row.publish_failed_at !== null } }),
    version: row.revision,
    viewer: { may_edit: false, may_delete: false, may_comment: true, may_like: true, may_report: true },
  };
}

const viewWarning = ({ warning, is_blurred, is_warned_by_organisers, decision_id }: PhotoRow): Photo['warning'] =>
  warning === null ? null : { reason: warning, by: is_warned_by_organisers ? 'organisers' : 'author', is_blurred, decision_id };

export interface ViewerReactions {
  isLiked: boolean;
  isSaved: boolean;
}
export const noReactions: ViewerReactions = { isLiked: false, isSaved: false };

export const viewReactions = (
  { id }: Pick<Viewer, 'id'>,
  { isLiked, isSaved }: ViewerReactions,
): Pick<Photo, 'likes' | 'is_liked' | 'is_saved'> => ({
  likes: isLiked ? [{ user_id: id }] : [],
  is_liked: isLiked,
  is_saved: isSaved,
});

export function viewPhotoAs(viewer: Pick<Viewer, 'id' | 'role'>, photo: Photo, reactions: ViewerReactions): Photo {
  const isOwner = photo.user.id === viewer.id;
  return {
    ...photo,
    ...viewReactions(viewer, reactions),
    comments: photo.comments.map((comment) => viewCommentAs(viewer, comment, photo.user.id)),
    viewer: {
      may_edit: mayEditPhoto(viewer, photo.user.id),
      may_delete: mayDeletePhoto(viewer, photo.user.id),
      may_comment: true,
      may_like: true,
      may_report: !isOwner,
    },
  };
}

export const viewWithFollow = (photo: Photo, { is_following, may_follow }: VisiblePhoto): Photo => ({
  ...photo,
  user: { ...photo.user, is_following, viewer: { may_follow } },
});

/** Moderator view of a post the moderator could not otherwise see: available while it is reported, with removal as the only action. */
export const viewUnderReview = (photo: Photo): Photo => ({ ...photo, viewer: { ...photo.viewer, may_comment: false, may_like: false } });

/** Read-only view. Only members can read comments. */
export const viewPhotoOnly = (photo: Photo): Photo => ({
  ...photo,
  comments: [],
  viewer: { may_edit: false, may_delete: false, may_comment: false, may_like: false, may_report: false },
});

export const viewReceipt = ({ id, received, files, removed }: StoredImage): ImageReceipt => ({
  image_id: id,
  received,
  served: files,
  removed,
});

type ShownImageRow = Omit<ImageRow, 'photo_id' | 'camera'> & { is_blurred?: boolean };

/** Image addresses are signed unless the post is public. A blurred image has no other address, and its alternative text is left out. */
export function viewImage(context: Context, row: ShownImageRow, isPublic: boolean, isOwner = false): Image {
  const access = { isPublic, isOwner, now: context.now() };
  const preview = { id: row.id, width: row.width, height: row.height, thumbhash: row.thumbhash.toString('base64'), color: row.color };
  if (row.is_blurred) {
    const address = blurUrl(context, row, access);
    return { ...preview, image_path: address, alt: '', srcset: { webp: `${address} 32w`, jpeg: `${address} 32w` }, bytes: [0] };
  }
  const fallback = row.widths.filter((width) => width <= 1280).at(-1) ?? row.widths[0]!;
  return {
    ...preview,
    image_path: mediaUrl(context, row, fallback, 'jpeg', access),
    alt: row.alt,
    srcset: {
      // A browser with AVIF support also supports WebP, so include the WebP widths that have no AVIF file.
      ...(row.avif_widths.length > 0 && {
        avif: srcsetOf(context, row, 'webp', access, { format: 'avif', widths: row.avif_widths }),
      }),
      webp: srcsetOf(context, row, 'webp', access),
      jpeg: srcsetOf(context, row, 'jpeg', access),
    },
    bytes: row.webp_bytes,
  };
}
