import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { dated, idParams, listMeta, message, paging } from '../platform/fields.ts';
import { author } from './members.ts';

const blockedOrMuted = author.extend({ since: dated });
export type BlockedOrMuted = z.infer<typeof blockedOrMuted>;

const list = { query: z.object({ ...paging }), answer: z.object({ data: z.array(blockedOrMuted), meta: listMeta }) };
const action = { params: idParams, answer: message };

export const blockMember = endpoint('blockMember', {
  method: 'POST',
  path: '/users/{id}/block',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Block a member: both are hidden from each other, and their follows end. Free on every plan.',
  refuses: ['not_found', 'cannot_block_self'],
  shape: action,
});

export const unblockMember = endpoint('unblockMember', {
  method: 'DELETE',
  path: '/users/{id}/block',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Unblock a member. Does not restore follows.',
  refuses: ['cannot_block_self'],
  shape: action,
});

export const muteMember = endpoint('muteMember', {
  method: 'POST',
  path: '/users/{id}/mute',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Hide a member’s posts, texts and notifications from the viewer. The member is not told.',
  refuses: ['not_found', 'cannot_block_self'],
  shape: action,
});

export const unmuteMember = endpoint('unmuteMember', {
  method: 'DELETE',
  path: '/users/{id}/mute',
  access: 'onboarded',
  scope: 'write:social',
  summary: 'Unmute a member.',
  refuses: ['cannot_block_self'],
  shape: action,
});

export const listBlocks = endpoint('listBlocks', {
  method: 'GET',
  path: '/me/blocks',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the members that the viewer blocked, newest first.',
  shape: list,
});

export const listMutes = endpoint('listMutes', {
  method: 'GET',
  path: '/me/mutes',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the members that the viewer muted, newest first.',
  shape: list,
});
