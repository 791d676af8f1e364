import type { Image, ImageReceipt, Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { StoredImage } from '../../platform/media/store-image.ts';
import { mediaUrl, srcsetOf } from '../../platform/media/urls.ts';
import { viewAuthor } from '../../platform/members/views.ts';
import { viewComment, viewCommentAs } from '../comments/views.ts';
import { authored } from '../table.ts';
import type { CommentRow } from './comment-queries.ts';
import type { ImageRow, PhotoRow, VisiblePhoto } from './queries.ts';
import { mayDeletePhoto, mayEditPhoto } from './rules.ts';

/** A post as the contract shows it to somebody who neither made, likes nor saved it. `viewPhotoAs` makes it the viewer's. */
export function viewPhoto(context: Context, row: PhotoRow, imageRows: ImageRow[], commentRows: CommentRow[]): Photo {
  const images = imageRows.map((image) => ({
    ...viewImage(context, image, row.is_public),
    ...(image.camera && { camera: image.camera }),
  }));
  return {
    id: row.id,
    ...authored.valuesOf(row),
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
    version: row.revision,
    viewer: { may_edit: false, may_delete: false, may_comment: true, may_like: true, may_report: true },
  };
}

/** What a viewer made of a post for themselves. */
export interface OwnMarks {
  isLiked: boolean;
  isSaved: boolean;
}
export const noMarks: OwnMarks = { isLiked: false, isSaved: false };

export const viewMarks = ({ id }: Pick<Viewer, 'id'>, { isLiked, isSaved }: OwnMarks): Pick<Photo, 'likes' | 'is_liked' | 'is_saved'> => ({
  likes: isLiked ? [{ user_id: id }] : [],
  is_liked: isLiked,
  is_saved: isSaved,
});

/** The same post with what is the viewer's own: their marks and what they may do. */
export function viewPhotoAs(viewer: Pick<Viewer, 'id' | 'role'>, photo: Photo, marks: OwnMarks): Photo {
  const isOwner = photo.user.id === viewer.id;
  return {
    ...photo,
    ...viewMarks(viewer, marks),
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

/** The same post with whether its viewer follows whoever made it, and may. */
export const viewWithFollow = (photo: Photo, { is_following, may_follow }: VisiblePhoto): Photo => ({
  ...photo,
  user: { ...photo.user, is_following, viewer: { may_follow } },
});

/** The same post for an organiser whom it does not reach: looked at while it is reported, and removed if need be, no more. */
export const viewUnderReview = (photo: Photo): Photo => ({ ...photo, viewer: { ...photo.viewer, may_comment: false, may_like: false } });

/** The same post for whoever only looks. What others say below it is read by members alone. */
export const viewPhotoOnly = (photo: Photo): Photo => ({
  ...photo,
  comments: [],
  viewer: { may_edit: false, may_delete: false, may_comment: false, may_like: false, may_report: false },
});

/** What became of an image, for whoever sent it. */
export const viewReceipt = ({ id, received, files, removed }: StoredImage): ImageReceipt => ({
  image_id: id,
  received,
  served: files,
  removed,
});

/** One image at every width it is kept at. Its addresses are signed unless everybody may see the post. */
export function viewImage(context: Context, row: Omit<ImageRow, 'photo_id' | 'camera'>, isPublic: boolean, isOwner = false): Image {
  const access = { isPublic, isOwner, now: context.now() };
  const fallback = row.widths.filter((width) => width <= 1280).at(-1) ?? row.widths[0]!;
  return {
    id: row.id,
    image_path: mediaUrl(context, row, fallback, 'jpeg', access),
    width: row.width,
    height: row.height,
    alt: row.alt,
    thumbhash: row.thumbhash.toString('base64'),
    color: row.color,
    srcset: {
      // Whoever takes AVIF takes WebP too, and must not be left without the widest because only narrower ones were worth encoding.
      ...(row.avif_widths.length > 0 && {
        avif: srcsetOf(context, row, 'webp', access, { format: 'avif', widths: row.avif_widths }),
      }),
      webp: srcsetOf(context, row, 'webp', access),
      jpeg: srcsetOf(context, row, 'jpeg', access),
    },
    bytes: row.webp_bytes,
  };
}
