import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, id, idParams, listMeta, message, paging } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { spot } from './comments.ts';
import { photo } from './posts.ts';

export const nameAnswers = ['accepted', 'refused', 'asked'] as const;

export const namePerson = endpoint('namePerson', {
  method: 'POST',
  path: '/photos/{id}/people',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary:
    'Name a member in a post: its author. Others see the name once the member has accepted. Naming the member again changes nothing.',
  refuses: ['not_found', 'not_owner'],
  shape: {
    params: idParams,
    body: z.object({ username: z.string(because('mustBeText', { field: 'username' })).max(limits.usernameMax) }),
    answer: message,
  },
});

export const unnamePerson = endpoint('unnamePerson', {
  method: 'DELETE',
  path: '/photos/{id}/people/{memberId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Take a name away from a post, or withdraw the request: its author.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: z.object({ id, memberId: id }), answer: message },
});

export const placePerson = endpoint('placePerson', {
  method: 'PUT',
  path: '/photos/{id}/people/{memberId}',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary:
    'Mark where a named member is in an image of the post, or remove the mark with null: its author. Everyone who sees the name sees it.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: z.object({ id, memberId: id }), body: z.object({ place: spot.nullable() }), answer: message },
});

export const answerNameRequest = endpoint('answerNameRequest', {
  method: 'PUT',
  path: '/photos/{id}/people/me',
  access: 'onboarded',
  takes: 'json',
  summary: 'Accept or refuse to be named in a post, or reopen the request: the named member, at any time.',
  refuses: ['not_found'],
  shape: { params: idParams, body: z.object({ answer: z.enum(nameAnswers, because('nameAnswerUnknown')) }), answer: message },
});

export const listNameRequests = endpoint('listNameRequests', {
  method: 'GET',
  path: '/me/name-requests',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the posts whose authors ask to name the viewer, newest post first.',
  shape: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});
