import { listBlocks, listMutes } from '@mbari/contract/people/blocks';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { blockedOrMutedKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';
import { unblock, unmute } from './block-and-mute.ts';

/** Blocks are mutual, mutes are not. */
export type Relation = 'blocked' | 'muted';

const requests = { blocked: { list: listBlocks, end: unblock }, muted: { list: listMutes, end: unmute } } as const;

/** Newest first. */
export const blockedOrMutedMembers = (kind: Relation) =>
  infiniteQueryOptions({
    queryKey: blockedOrMutedKey(kind),
    queryFn: ({ pageParam, signal }) => call(requests[kind].list, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchOnMount: 'always',
  });

/** Unblocks or unmutes, and removes the member from the list. */
export async function endRelation(client: QueryClient, kind: Relation, id: string): Promise<void> {
  await requests[kind].end(client, id);
  client.setQueryData(
    blockedOrMutedMembers(kind).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ data, meta }) => ({
          data: data.filter((member) => member.id !== id),
          meta: { ...meta, total: counted(meta.total, -1) },
        })),
      },
  );
}
