import { z } from 'zod';
import { dated, idParams, listMeta, message, paging } from './fields.ts';
import { author } from './members.ts';

/** Somebody one blocked or muted: enough to know whom, and to take it back. */
const setApart = author.extend({ since: dated });
export type SetApart = z.infer<typeof setApart>;

const list = { query: z.object({ ...paging }), answer: z.object({ data: z.array(setApart), meta: listMeta }) };
const deed = { params: idParams, answer: message };

export const blockShapes = {
  blockMember: deed,
  unblockMember: deed,
  muteMember: deed,
  unmuteMember: deed,
  listBlocks: list,
  listMutes: list,
};
