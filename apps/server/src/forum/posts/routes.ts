import * as images from '@mbari/contract/forum/images';
import * as calls from '@mbari/contract/forum/posts';
import { previewMarkdown } from '@mbari/contract/forum/posts';
import * as events from '@mbari/contract/platform/events';
import { viewReceipt } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import { sendKey } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { receiveUpload } from '../../platform/images/receive-upload.ts';
import { answers } from '../../platform/languages.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addForumPost } from './add-post.ts';
import { deleteForumPost } from './delete-post.ts';
import { editForumPost, listVersions, requirePostToChange } from './edit-post.ts';
import { fillBodies } from './fill-bodies.ts';
import { readPostsPage } from './find-posts-page.ts';
import { findUploadByKey, insertUpload } from './image-queries.ts';
import { likeForumPost, unlikeForumPost } from './like-post.ts';
import { mayReadVersions } from './rules.ts';
import { listTypingMembers, sendTypingIndicator } from './typing-indicator.ts';
import { listTopicImages, requireUploadedImage } from './upload-image.ts';

export const forumPostRoutes = [
  route(calls.listForumPosts, ({ context, member, params, query }) => readPostsPage(context, member, params.id, query)),
  route(calls.addForumPost, async ({ context, member, params, body, request }) => ({
    message: answers.replyPosted,
    data: await addForumPost(context, member, params.id, body, sendKey(request, body)),
  })),
  route(calls.editForumPost, async ({ context, member, params, body }) => ({
    message: answers.forumPostChanged,
    data: await editForumPost(context, member, params.id, params.postId, body),
  })),
  route(calls.deleteForumPost, async ({ context, member, params }) => {
    await deleteForumPost(context, member, params.id, params.postId);
    return { message: answers.forumPostDeleted };
  }),
  route(calls.listForumPostVersions, async ({ context, member, params }) => {
    const { id, author_id: authorId } = await requirePostToChange(context, member, params.id, params.postId);
    if (!mayReadVersions(member, authorId)) throw new Refusal('not_author', 'versionsOfOther');
    return { data: await listVersions(context.db, member.id, id) };
  }),
  route(calls.likeForumPost, async ({ context, member, params }) => ({
    message: answers.forumPostLiked,
    data: await likeForumPost(context, member, params.id, params.postId),
  })),
  route(calls.unlikeForumPost, async ({ context, member, params }) => ({
    message: answers.likeRemoved,
    data: await unlikeForumPost(context, member, params.id, params.postId),
  })),
  route(previewMarkdown, async ({ context, member, body }) => ({ data: { body_html: await previewBody(context, member, body.body) } })),
  route(events.sayReplying, async ({ context, member, params }) => {
    await sendTypingIndicator(context, member, params.id);
    return {};
  }),
  route(events.listReplying, async ({ context, member, params }) => ({ data: await listTypingMembers(context, member, params.id) })),
];

export const forumImageRoutes = [
  route(images.uploadForumImage, async ({ context, member, request }) => {
    const uploads = { kind: 'forum', findByKey: findUploadByKey, insert: insertUpload } as const;
    const { id, stored } = await receiveUpload(context, member, request, images.uploadForumImage.shape.body, uploads);
    return {
      message: answers.forumImageUploaded,
      data: await requireUploadedImage(context, member, id),
      receipt: stored && viewReceipt(stored),
    };
  }),
  route(images.listTopicImages, ({ context, member, params, query }) => listTopicImages(context, member, params.id, query)),
];

async function previewBody(context: Context, viewer: Viewer, body: string): Promise<string> {
  await context.limits.spend('preview by member', viewer.id);
  const { html } = await renderBody(context, body);
  const [filledBody] = await fillBodies(context, viewer, [{ html, authorId: viewer.id }]);
  return filledBody?.html ?? '';
}
