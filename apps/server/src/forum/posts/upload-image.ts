import type { TopicImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { badCursor, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import {
  deleteUploadsOf,
  hasTopic,
  listTopicImageRows,
  listVisibleImages,
  renewOwnImages,
  type TopicImageRow,
  type VisibleImageRow,
} from './image-queries.ts';

export const eraseUploads = (db: Statements, memberId: string): Promise<number> => deleteUploadsOf(db, memberId);

export async function requireUploadedImage(context: Context, viewer: Viewer, imageId: string): Promise<Image> {
  const visibleImage = (await findVisibleImages(context, viewer, [imageId])).get(imageId);
  if (!visibleImage) throw new Refusal('conflict', 'imageTakenAway');
  return visibleImage.image;
}

/** Rejects other members' images and missing images with the same error. Accepts `earlierIds`, the images that the text already contained. */
export async function requireOwnImages(
  db: Statements,
  authorId: string,
  images: readonly { id: string }[],
  earlierIds: readonly string[] = [],
): Promise<void> {
  if (images.length > limits.forumImages) throw invalid({ body: [because('tooManyForumImages', { most: limits.forumImages })] });
  const ids = [...new Set(images.map(({ id }) => id))];
  if (ids.length === 0) return;
  const ownIds = new Set([...(await renewOwnImages(db, authorId, ids)).map(({ id }) => id), ...earlierIds]);
  if (!ids.every((id) => ownIds.has(id))) throw invalid({ body: ['forumImageGone'] });
}

/** Renews the uploads in a draft for a day. Returns the ids that the member owns. */
export async function renewUploads(db: Statements, memberId: string, body: string): Promise<string[]> {
  const photoIds = [...body.matchAll(/\(photo:([0-9a-f-]{36})\b/g)].map(([, id = '']) => id).filter(isId);
  const ids = [...new Set(photoIds)].slice(0, limits.forumImages);
  return ids.length === 0 ? [] : (await renewOwnImages(db, memberId, ids)).map(({ id }) => id);
}

interface PageQuery {
  per_page: number;
  cursor?: string | undefined;
}

export async function listTopicImages(
  context: Context,
  viewer: Viewer,
  topicId: string,
  { per_page: perPage, cursor }: PageQuery,
): Promise<{ data: TopicImage[]; meta: { next_cursor: string | null } }> {
  const after = parseCursor(cursor);
  if (!isId(topicId) || !(await hasTopic(context.db, topicId))) throw notFound('topicNotFound');
  const rows = await listTopicImageRows(context.db, viewer.id, topicId, { after, limit: literalLimit(perPage + 1) });
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map((row) => viewTopicImage(context, viewer, row)),
    meta: { next_cursor: last && rows.length > perPage ? `${last.number}_${last.position}` : null },
  };
}

function parseCursor(cursor: string | undefined): { number: number; position: number } {
  if (cursor === undefined) return { number: 0, position: 0 };
  const [, number, position] = /^([0-9]{1,9})_([0-9]{1,3})$/.exec(cursor) ?? [];
  if (number === undefined) throw badCursor();
  return { number: Number(number), position: Number(position) };
}

export interface VisibleImage {
  image: Image;
  ownerId: string;
  /** Null for an upload. */
  photo: { id: string; title: string } | null;
}

/** Signed for the owner, the address also works if nobody else may see the image. */
const viewVisibleImage = (context: Context, viewer: Viewer, row: VisibleImageRow): VisibleImage => ({
  image: viewImage(context, row, row.is_public, row.owner_id === viewer.id),
  ownerId: row.owner_id,
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title },
});

const viewTopicImage = (context: Context, viewer: Viewer, row: TopicImageRow): TopicImage => ({
  image: viewImage(context, row, row.is_public, row.author_id === viewer.id),
  author: viewAuthor(row),
  post: { id: row.post_id, number: row.number },
  photo: row.photo_id === null ? null : { id: row.photo_id, title: row.title ?? '' },
});

export async function findVisibleImages(
  context: Context,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisibleImage>> {
  const rows = ids.length === 0 ? [] : await listVisibleImages(context.db, viewer.id, ids);
  return new Map(rows.map((row) => [row.named_id, viewVisibleImage(context, viewer, row)]));
}
