import { likeComment, likePhoto, listCommentLikes, listLikes as listPhotoLikes, unlikeComment, unlikePhoto } from '@mbari/contract/likes';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { likeSubject } from './like-subject.ts';
import { listLikes } from './list-likes.ts';
import { unlikeSubject } from './unlike-subject.ts';

export const likeRoutes = [
  route(likePhoto, async ({ context, member, params }) => ({
    message: answers.photoLiked,
    data: await likeSubject(context, member, 'photo', params.id),
  })),
  route(unlikePhoto, async ({ context, member, params }) => ({
    message: answers.likeRemoved,
    data: await unlikeSubject(context, member, 'photo', params.id),
  })),
  route(listPhotoLikes, ({ context, member, params, query }) => listLikes(context, member, 'photo', params.id, query)),
  route(likeComment, async ({ context, member, params }) => ({
    message: answers.commentLiked,
    data: await likeSubject(context, member, 'comment', params.id),
  })),
  route(unlikeComment, async ({ context, member, params }) => ({
    message: answers.likeRemoved,
    data: await unlikeSubject(context, member, 'comment', params.id),
  })),
  route(listCommentLikes, ({ context, member, params, query }) => listLikes(context, member, 'comment', params.id, query)),
];
