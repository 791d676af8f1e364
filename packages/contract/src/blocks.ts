import { callsOf } from './endpoint.ts';
import type { blockShapes } from './shapes/blocks.ts';

const call = callsOf<typeof blockShapes>();

export const blockMember = call('blockMember', {
  method: 'POST',
  path: '/users/{id}/block',
  access: 'onboarded',
  summary: 'Block a member: neither sees the other anywhere, and neither follows the other any more. Free for all.',
  refuses: ['not_found', 'cannot_block_self'],
});
export const unblockMember = call('unblockMember', {
  method: 'DELETE',
  path: '/users/{id}/block',
  access: 'onboarded',
  summary: 'Take a block back. Follows do not return by themselves.',
  refuses: ['cannot_block_self'],
});
export const muteMember = call('muteMember', {
  method: 'POST',
  path: '/users/{id}/mute',
  access: 'onboarded',
  summary: 'Leave a member’s posts, words and notifications out of one’s own lists. They are not told.',
  refuses: ['not_found', 'cannot_block_self'],
});
export const unmuteMember = call('unmuteMember', {
  method: 'DELETE',
  path: '/users/{id}/mute',
  access: 'onboarded',
  summary: 'Take a mute back.',
  refuses: ['cannot_block_self'],
});
export const listBlocks = call('listBlocks', {
  method: 'GET',
  path: '/me/blocks',
  access: 'onboarded',
  summary: 'Whom one blocked, newest first.',
});
export const listMutes = call('listMutes', {
  method: 'GET',
  path: '/me/mutes',
  access: 'onboarded',
  summary: 'Whom one muted, newest first.',
});
