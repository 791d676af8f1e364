import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { idParams, listMeta, paging } from '../platform/fields.ts';

const counts = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });
const likers = z.object({ data: z.array(author), meta: listMeta });

export const likePhoto = endpoint('likePhoto', {
  method: 'POST',
  path: '/photos/{id}/like',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Like a post. A repeated like counts once.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: counts },
});

export const unlikePhoto = endpoint('unlikePhoto', {
  method: 'DELETE',
  path: '/photos/{id}/like',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Remove a like.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: counts },
});

export const listLikes = endpoint('listLikes', {
  method: 'GET',
  path: '/photos/{id}/likes',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the members who liked a post, newest first.',
  refuses: ['not_found'],
  shape: { params: idParams, query: z.object({ ...paging }), answer: likers },
});

export const likeComment = endpoint('likeComment', {
  method: 'POST',
  path: '/comments/{id}/like',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Like a comment. A repeated like counts once.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: counts },
});

export const unlikeComment = endpoint('unlikeComment', {
  method: 'DELETE',
  path: '/comments/{id}/like',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Remove the like of a comment.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: counts },
});

export const listCommentLikes = endpoint('listCommentLikes', {
  method: 'GET',
  path: '/comments/{id}/likes',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the members who liked a comment, newest first.',
  refuses: ['not_found'],
  shape: { params: idParams, query: z.object({ ...paging }), answer: likers },
});
