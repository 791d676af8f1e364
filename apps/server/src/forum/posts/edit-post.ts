import type * as calls from '@mbari/contract/forum/posts';
import type { ForumPost, ForumPostVersion } from '@mbari/contract/forum/posts';
import type { z } from 'zod';
import { changeMentions } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { photoIdsIn, renderBody } from '../../platform/markdown/render-body.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { changedMeanwhile, notFound, Refusal } from '../../platform/refusal.ts';
import { markdownTexts, screen } from '../../platform/screening/screen.ts';
import { setTopicTags } from '../../platform/tags/set-tags.ts';
import { deletePostImages, insertPostImages } from './body-queries.ts';
import { renderedFields, replaceForumMentions } from './prepare-post.ts';
import { presentForumPosts } from './present-posts.ts';
import {
  deleteVersions,
  findPostRow,
  findPostToChange,
  listVersionRows,
  lockPost,
  type NewPost,
  type PostToChange,
  updateBody,
  type VersionRow,
} from './queries.ts';
import { mayEditForumPost } from './rules.ts';
import { requireOwnImages } from './upload-image.ts';

/** Throws `conflict` if the post was edited since `version`. `remove_versions` erases its earlier versions. */
export async function editForumPost(
  context: Context,
  viewer: Viewer,
  topicId: string,
  postId: string,
  { body, version, remove_versions: removesVersions }: z.output<typeof calls.editForumPost.shape.body>,
): Promise<ForumPost> {
  await context.limits.spend('change by member', viewer.id);
  const post = await requirePostToChange(context, viewer, topicId, postId);
  if (!mayEditForumPost(viewer, post.author_id, post))
    throw post.author_id === viewer.id ? new Refusal('locked', 'topicLocked') : new Refusal('not_author', 'postOfOther');
  const rendered = await renderBody(context, body);
  const listed = await screen(context, viewer, { body: markdownTexts({ body, ...rendered }) });
  const isSaved = await context.db.transaction(async (tx) => {
    const edit = { id: postId, authorId: post.author_id, body, ...renderedFields(rendered) };
    const removedCount = await changeBody(tx, viewer.id, edit, { removesVersions, version });
    if (removedCount === null) return false;
    await reportAutomatically(tx, 'forum_post', [{ id: postId, listed }]);
    if (post.author_id !== viewer.id) await recordModeration(tx, viewer, 'edit_post', { topicId, postId });
    if (post.author_id !== viewer.id && removedCount > 0) await recordModeration(tx, viewer, 'remove_versions', { topicId, postId });
    tx.hint('post_changed', topicId, postId);
    return true;
  });
  const row = await findPostRow(context.db, viewer.id, topicId, postId);
  const [editedPost] = row ? await presentForumPosts(context, viewer, [row], post) : [];
  if (!editedPost) throw notFound('forumPostNotFound');
  if (!isSaved) throw changedMeanwhile(editedPost);
  return editedPost;
}

export async function requirePostToChange({ db }: Context, viewer: Viewer, topicId: string, postId: string): Promise<PostToChange> {
  const post = isId(topicId) && isId(postId) ? await findPostToChange(db, viewer.id, topicId, postId) : undefined;
  if (!post) throw notFound('forumPostNotFound');
  return post;
}

/**
 * Updates a changed body and keeps the old one unless `removesVersions`. Updates mentions, images and an opening's tags, and notifies
 * newly mentioned members. Returns the number of removed versions, or null if the post was edited since `version`.
 */
export async function changeBody(
  tx: Statements,
  editorId: string,
  post: BodyChange,
  { removesVersions = false, version }: { removesVersions?: boolean | undefined; version?: number | undefined } = {},
): Promise<number | null> {
  if (!(await lockPost(tx, post.id, version))) return null;
  const previous = await updateBody(tx, editorId, post);
  if (previous) await updateReferences(tx, post, previous);
  return removesVersions ? deleteVersions(tx, post.id) : 0;
}

type BodyChange = Pick<NewPost, 'id' | 'authorId' | 'body' | 'html' | 'htmlVersion' | 'plain' | 'mentions' | 'images' | 'tags'>;

async function updateReferences(
  tx: Statements,
  post: BodyChange,
  previous: { html: string; number: number; topic_id: string },
): Promise<void> {
  await requireOwnImages(tx, post.authorId, post.images, photoIdsIn(previous.html));
  const namedBefore = await replaceForumMentions(tx, post);
  await deletePostImages(tx, post.id);
  if (post.images.length > 0) await insertPostImages(tx, [post]);
  await changeMentions(tx, post, namedBefore);
  if (previous.number === 1) await setTopicTags(tx, { id: previous.topic_id, tags: post.tags });
}

export async function removeVersions(tx: Statements, postId: string): Promise<number> {
  await lockPost(tx, postId);
  return deleteVersions(tx, postId);
}

/** Lists earlier versions, also of deleted posts, for the author and organisers. */
export const listVersions = async (db: Statements, viewerId: string, postId: string): Promise<ForumPostVersion[]> =>
  (await listVersionRows(db, viewerId, postId)).map(viewVersion);

const viewVersion = (row: VersionRow): ForumPostVersion => ({
  version: row.version,
  body: row.body,
  edited_by: row.author_id === null ? null : viewAuthor(row),
  written_at: row.written_at.toISOString(),
});
