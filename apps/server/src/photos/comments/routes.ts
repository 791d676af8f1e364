import {
  addComment as add,
  deleteComment as remove,
  listComments as list,
  listReplies as replies,
  readComment as read,
} from '@mbari/contract/photos/comments';
import { sendKey } from '../../platform/http/form.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { addComment } from './add-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { listComments, listReplies, readComment } from './list-comments.ts';

export const commentRoutes = [
  route(list, ({ context, member, params, query }) => listComments(context, member, params.id, query)),
  route(read, async ({ context, member, params }) => ({ data: await readComment(context, member, params.id) })),
  route(replies, ({ context, member, params, query }) => listReplies(context, member, params.id, query)),
  route(add, async ({ context, member, params, body, request }) => ({
    message: answers.commentAdded,
    data: await addComment(context, member, params.id, body, sendKey(request, body)),
  })),
  route(remove, async ({ context, member, params }) => {
    await deleteComment(context, member, params.id, params.commentId);
    return { message: answers.commentDeleted };
  }),
];
