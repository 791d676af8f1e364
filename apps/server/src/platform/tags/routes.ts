import { completeTag, readTag as readTagCall } from '@mbari/contract/platform/tags';
import { route } from '../http/route.ts';
import { listTagsBeginning } from './queries.ts';
import { readTag } from './read-tag.ts';

export const tagRoutes = [
  route(completeTag, async ({ context, member, query }) => ({ data: await listTagsBeginning(context.db, member.id, query.prefix) })),
  route(readTagCall, async ({ context, member, params }) => ({ data: await readTag(context, member, params.tag) })),
];
