import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { forumDraftShapes } from './shapes/forum-drafts.ts';

const call = callsOf<typeof forumDraftShapes>();

export const listForumDrafts = call('listForumDrafts', {
  method: 'GET',
  path: '/forum/drafts',
  access: 'onboarded',
  summary: 'What one began to write and has not posted: where, and when, the newest first.',
});
export const readForumDraft = call('readForumDraft', {
  method: 'GET',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  summary: 'What one began to write: `topic:ID` a reply, `new:CATEGORY-ID` a topic, `post:ID` a change of a post.',
  refuses: ['not_found'],
});
export const saveForumDraft = call('saveForumDraft', {
  method: 'PUT',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Keep what one writes. Made from a version that is no longer the newest, since another device was faster, it is refused with the draft that is kept.',
  refuses: ['not_found', 'conflict'],
});
export const deleteForumDraft = call('deleteForumDraft', {
  method: 'DELETE',
  path: '/forum/drafts/{place}',
  access: 'onboarded',
  summary: 'Throw away what one began to write.',
});
