import * as blocks from '@mbari/contract/people/blocks';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { blockMember, listBlockedOrMuted, muteMember, unblockMember, unmuteMember } from './blocks.ts';

export const blockRoutes = [
  route(blocks.blockMember, async ({ context, member, params }) => {
    await blockMember(context, member, params.id);
    return { message: answers.blocked };
  }),
  route(blocks.unblockMember, async ({ context, member, params }) => {
    await unblockMember(context, member, params.id);
    return { message: answers.unblocked };
  }),
  route(blocks.muteMember, async ({ context, member, params }) => {
    await muteMember(context, member, params.id);
    return { message: answers.muted };
  }),
  route(blocks.unmuteMember, async ({ context, member, params }) => {
    await unmuteMember(context, member, params.id);
    return { message: answers.unmuted };
  }),
  route(blocks.listBlocks, ({ context, member, query }) => listBlockedOrMuted(context, member, 'blocks', query)),
  route(blocks.listMutes, ({ context, member, query }) => listBlockedOrMuted(context, member, 'mutes', query)),
];
