import type { Image, Photo } from '@mbari/contract/shapes/photos';
import type { Viewer } from '../../http/viewer.ts';
import { viewComment } from '../comments/views.ts';
import { viewAuthor } from '../members/views.ts';
import type { CommentRow, ImageRow, PhotoRow } from './queries.ts';

/** A post as the contract shows it to this viewer. */
export function viewPhoto(viewer: Viewer, row: PhotoRow, imageRows: ImageRow[], commentRows: CommentRow[]): Photo {
  const images = imageRows.map((image): Image => viewImage(image));
  const isOwner = row.author_id === viewer.id;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    images,
    image_url: images[0]?.image_path ?? '',
    user: viewAuthor(row),
    likes: row.is_liked ? [{ user_id: viewer.id }] : [],
    likes_count: row.likes_count,
    is_liked: row.is_liked,
    comments: commentRows.map((comment) => viewComment(viewer, comment, row.author_id)),
    comments_count: row.comments_count,
    created_at: row.created_at.toISOString(),
    viewer: { may_edit: isOwner, may_delete: isOwner || viewer.role !== 'member', may_comment: true, may_like: true },
  };
}

/** One picture at every width it is kept at. */
function viewImage(row: ImageRow): Image {
  const srcset = (widths: number[], format: string): string =>
    widths.map((width) => `/media/${row.id}/${width}.${format} ${width}w`).join(', ');
  const fallback = row.widths.filter((width) => width <= 1280).at(-1) ?? row.widths[0];
  return {
    id: row.id,
    image_path: `/media/${row.id}/${fallback}.jpeg`,
    width: row.width,
    height: row.height,
    alt: row.alt,
    thumbhash: row.thumbhash.toString('base64'),
    color: row.color,
    srcset: {
      ...(row.avif_widths.length > 0 && { avif: srcset(row.avif_widths, 'avif') }),
      webp: srcset(row.widths, 'webp'),
      jpeg: srcset(row.widths, 'jpeg'),
    },
  };
}
