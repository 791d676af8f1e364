import * as calls from '@mbari/contract/photos/categories';
import { deleteCategory as deleteCategoryCall } from '@mbari/contract/photos/categories';
import { savePhoto as save, unsavePhoto as unsave } from '@mbari/contract/photos/feed';
import * as followed from '@mbari/contract/photos/followed-subjects';
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
import { listCategories } from './category-queries.ts';
import { followCategory, followTag, listFollowedSubjects, unfollowCategory, unfollowTag } from './follow-subject.ts';
import { likeSubject, listLikes, unlikeSubject } from './like-subject.ts';
import { createCategory, deleteCategory, readCategory, updateCategory } from './save-category.ts';
import { savePhoto, unsavePhoto } from './save-photo.ts';

export const categoryRoutes = [
  route(calls.listCategories, async ({ context, member }) => ({ data: await listCategories(context.db, member.id) })),
  route(calls.createCategory, async ({ context, member, body }) => {
    const id = await createCategory(context, member, body);
    return { message: answers.categoryAdded, data: await readCategory(context, member, id) };
  }),
  route(calls.updateCategory, async ({ context, member, params, body }) => {
    await updateCategory(context, member, params.id, body);
    return { message: answers.categoryChanged, data: await readCategory(context, member, params.id) };
  }),
  route(deleteCategoryCall, async ({ context, member, params, query }) => {
    await deleteCategory(context, member, params.id, query.move_to);
    return { message: answers.categoryDeleted };
  }),
];

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

export const followedSubjectRoutes = [
  route(followed.followTag, async ({ context, member, params }) => {
    await followTag(context, member, params.tag);
    return { message: answers.tagFollowed, data: { is_following: true } };
  }),
  route(followed.unfollowTag, async ({ context, member, params }) => {
    await unfollowTag(context, member, params.tag);
    return { message: answers.tagUnfollowed, data: { is_following: false } };
  }),
  route(followed.followCategory, async ({ context, member, params }) => {
    await followCategory(context, member, params.id);
    return { message: answers.categoryFollowed, data: { is_following: true } };
  }),
  route(followed.unfollowCategory, async ({ context, member, params }) => {
    await unfollowCategory(context, member, params.id);
    return { message: answers.categoryUnfollowed, data: { is_following: false } };
  }),
  route(followed.listFollowedSubjects, async ({ context, member }) => ({ data: await listFollowedSubjects(context, member) })),
];
