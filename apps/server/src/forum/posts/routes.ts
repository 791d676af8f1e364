import * as calls from '@mbari/contract/forum/posts';
import { answers } from '../../platform/english.ts';
import { sendKey } from '../../platform/http/idempotency-key.ts';
import { route } from '../../platform/http/route.ts';
import { addForumPost } from './add-post.ts';
import { deleteForumPost } from './delete-post.ts';
import { editForumPost } from './edit-post.ts';

export const forumPostRoutes = [
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
];
