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
  summary: 'Block a member: neither sees the other anywhere, and neither follows the other any more. Free for all.',
  refuses: ['not_found', 'cannot_block_self'],
  shape: action,
});

export const unblockMember = endpoint('unblockMember', {
  method: 'DELETE',
  path: '/users/{id}/block',
  access: 'onboarded',
  summary: 'Take a block back. Follows do not return by themselves.',
  refuses: ['cannot_block_self'],
  shape: action,
});

export const muteMember = endpoint('muteMember', {
  method: 'POST',
  path: '/users/{id}/mute',
  access: 'onboarded',
  summary: 'Leave a member’s posts, words and notifications out of one’s own lists. They are not told.',
  refuses: ['not_found', 'cannot_block_self'],
  shape: action,
});

export const unmuteMember = endpoint('unmuteMember', {
  method: 'DELETE',
  path: '/users/{id}/mute',
  access: 'onboarded',
  summary: 'Take a mute back.',
  refuses: ['cannot_block_self'],
  shape: action,
});

export const listBlocks = endpoint('listBlocks', {
  method: 'GET',
  path: '/me/blocks',
  access: 'onboarded',
  summary: 'Whom one blocked, newest first.',
  shape: list,
});

export const listMutes = endpoint('listMutes', {
  method: 'GET',
  path: '/me/mutes',
  access: 'onboarded',
  summary: 'Whom one muted, newest first.',
  shape: list,
});
