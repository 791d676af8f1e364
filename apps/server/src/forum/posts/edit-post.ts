import type * as calls from '@mbari/contract/forum/posts';
import type { ForumPost } from '@mbari/contract/forum/posts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { reportAutomatically } from '../../platform/moderation/report-automatically.ts';
import { changedMeanwhile, notFound, Refusal } from '../../platform/refusal.ts';
import { markdownTexts, screen } from '../../platform/screening/screen.ts';
import { changeBody } from './change-body.ts';
import { renderedFields } from './prepare-post.ts';
import { presentForumPosts } from './present-posts.ts';
import { findPostRow, findPostToChange, type PostToChange } from './queries.ts';
import { mayEditForumPost } from './rules.ts';

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
