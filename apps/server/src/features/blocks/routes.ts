import * as blocks from '@mbari/contract/blocks';
import { route } from '../../http/route.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { listBlockedOrMuted } from './list-blocked-or-muted.ts';
import { muteMember, unmuteMember } from './mute-member.ts';

export const blockRoutes = [
  route(blocks.blockMember, async ({ context, member, params }) => {
    await blockMember(context, member, params.id);
    return { message: 'Blocked: neither of you sees the other' };
  }),
  route(blocks.unblockMember, async ({ context, member, params }) => {
    await unblockMember(context, member, params.id);
    return { message: 'Not blocked any more' };
  }),
  route(blocks.muteMember, async ({ context, member, params }) => {
    await muteMember(context, member, params.id);
    return { message: 'Muted: you hear of them no more' };
  }),
  route(blocks.unmuteMember, async ({ context, member, params }) => {
    await unmuteMember(context, member, params.id);
    return { message: 'Not muted any more' };
  }),
  route(blocks.listBlocks, ({ context, member, query }) => listBlockedOrMuted(context, member, 'blocks', query)),
  route(blocks.listMutes, ({ context, member, query }) => listBlockedOrMuted(context, member, 'mutes', query)),
];
