import { z } from 'zod';
import { dated, idParams, listMeta, message, paging } from './fields.ts';
import { author } from './members.ts';

/** Somebody one blocked or muted: enough to know whom, and to take it back. */
const blockedOrMuted = author.extend({ since: dated });
export type BlockedOrMuted = z.infer<typeof blockedOrMuted>;

const list = { query: z.object({ ...paging }), answer: z.object({ data: z.array(blockedOrMuted), meta: listMeta }) };
const action = { params: idParams, answer: message };

export const blockShapes = {
  blockMember: action,
  unblockMember: action,
  muteMember: action,
  unmuteMember: action,
  listBlocks: list,
  listMutes: list,
};
