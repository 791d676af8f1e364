import { savePhoto as save, unsavePhoto as unsave } from '@mbari/contract/photos/feed';
import {
  likeComment,
  likePhoto,
  listCommentLikes,
  listLikes as listPhotoLikes,
  unlikeComment,
  unlikePhoto,
} from '@mbari/contract/photos/likes';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { likeSubject, listLikes, unlikeSubject } from './like-subject.ts';
import { savePhoto, unsavePhoto } from './save-photo.ts';

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
  route(save, async ({ context, member, params }) => ({
    message: answers.photoSaved,
    data: await savePhoto(context, member, params.id),
  })),
  route(unsave, async ({ context, member, params }) => ({
    message: answers.photoUnsaved,
    data: await unsavePhoto(context, member, params.id),
  })),
];
