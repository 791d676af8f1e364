import type { Poll } from '@mbari/contract/forum/polls';
import type { ListedTopic, Topic } from '@mbari/contract/forum/topics';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { mayReply } from '../posts/rules.ts';
import { findVisibleImages, type VisibleImage } from '../posts/upload-image.ts';
import { type LatestPost, listTopicRows, type OpenedTopicRow, type TopicRow } from './queries.ts';

/** Keeps the order of `ids`. */
export const presentTopics = async (context: Context, viewer: Viewer, ids: readonly string[]): Promise<ListedTopic[]> =>
  (await presentWithPhotoIds(context, viewer, ids)).map(({ topic }) => topic);

export interface PresentedTopic {
  topic: ListedTopic;
  /** Set even if the photo is hidden from the viewer. */
  photoId: string | null;
}

export async function presentWithPhotoIds(context: Context, viewer: Viewer, ids: readonly string[]): Promise<PresentedTopic[]> {
  if (ids.length === 0) return [];
  const rows = await listTopicRows(context.db, viewer.id, ids);
  const photos = await findVisibleImages(
    context,
    viewer,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, { topic: viewListedTopic(row, photos), photoId: row.photo_id }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findTopicPhotos(
  context: Context,
  viewer: Viewer,
  photoIds: readonly string[],
): Promise<(photoId: string) => ListedTopic['photo']> {
  const photos = await findVisibleImages(context, viewer, photoIds);
  return (photoId) => viewTopicPhoto(photoId, photos);
}

type Photos = ReadonlyMap<string, VisibleImage>;

/** `photos` contains the photos visible to the viewer. */
const viewListedTopic = (row: TopicRow, photos: Photos): ListedTopic => ({
  id: row.id,
  category: { id: row.category_id, name: row.category_name, slug: row.category_slug, color: row.category_color },
  title: row.title,
  slug: row.slug,
  author: row.author_id === null ? null : viewAuthor(row),
  photo: viewTopicPhoto(row.photo_id, photos),
  is_locked: row.is_locked,
  is_pinned: row.is_pinned,
  pinned_until: row.pinned_until?.toISOString() ?? null,
  is_solved: row.solved_post_id !== null,
  solved_post_id: row.solved_post_id,
  posts_count: row.posts_count,
  views_count: row.views_count,
  last_number: row.last_number,
  latest_post: row.latest_post && viewLatestPost(row.latest_post),
  unread_posts_count: row.unread_posts_count,
  is_following: row.is_following,
  is_muted: row.is_muted,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** `html` and `body` are the opening, filled in for the viewer. */
export const viewTopic = (
  viewer: Viewer,
  row: OpenedTopicRow,
  { html, body, poll }: { html: string; body: string; poll: Poll | null },
  photos: Photos,
): Topic => ({
  ...viewListedTopic(row, photos),
  body,
  body_html: html,
  version: row.version,
  poll,
  has_images: row.has_images,
  first_unread: row.first_unread,
  solved_number: row.solved_number,
  viewer: {
    may_edit: mayEditTopic(viewer, row.owner_id, row),
    may_delete: mayDeleteTopic(viewer, row.owner_id, row),
    may_reply: mayReply(viewer, row),
    may_solve: maySolveTopic(viewer, row.owner_id),
    may_moderate: mayModerate(viewer),
  },
});

function viewTopicPhoto(photoId: string | null, photos: Photos): ListedTopic['photo'] {
  const visibleImage = photoId === null ? undefined : photos.get(photoId);
  return visibleImage?.photo ? { ...visibleImage.photo, image: visibleImage.image } : null;
}

export const viewLatestPost = ({ id, number, created_at, ...author }: LatestPost): NonNullable<ListedTopic['latest_post']> => ({
  id,
  number,
  author: viewAuthor(author),
  created_at: new Date(created_at).toISOString(),
});

type Actor = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Actor): boolean => role !== 'member';

/** Permits pinning, locking and moving topics, and restoring posts. */
const mayModerate = (viewer: Actor): boolean => isOrganiser(viewer);

export const mayEditTopic = (viewer: Actor, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

export const mayDeleteTopic = (viewer: Actor, authorId: string | null, { others_count }: { others_count: number }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && others_count === 0);

export const maySolveTopic = (viewer: Actor, authorId: string | null): boolean => isOrganiser(viewer) || authorId === viewer.id;
