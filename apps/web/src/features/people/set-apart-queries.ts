import { listBlocks, listMutes, unblockMember, unmuteMember } from '@mbari/contract/blocks';
import type { SetApart } from '@mbari/contract/shapes/blocks';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { counted } from '~/lib/use-toggle.ts';

/** The two ways to keep somebody away. */
export type Apart = 'blocked' | 'muted';

const calls = { blocked: { list: listBlocks, end: unblockMember }, muted: { list: listMutes, end: unmuteMember } } as const;

/** Whom one blocked, or muted: newest first, page by page. */
export const membersApart = (kind: Apart) =>
  infiniteQueryOptions({
    queryKey: ['set apart', kind],
    queryFn: ({ pageParam, signal }) => call(calls[kind].list, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchOnMount: 'always',
  });

/** Every one of them once. */
export const apartOf = (list: InfiniteData<{ data: SetApart[] }>): SetApart[] => [
  ...new Map(list.pages.flatMap(({ data }) => data).map((member) => [member.id, member])).values(),
];

/** Takes a block or a mute back. The member leaves the list, and whatever was read without them is read anew when it is next looked at. */
export async function endApart(client: QueryClient, kind: Apart, id: string): Promise<void> {
  await call(calls[kind].end, { params: { id } });
  client.setQueryData(
    membersApart(kind).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map(({ data, meta }) => ({
          data: data.filter((member) => member.id !== id),
          meta: { ...meta, total: counted(meta.total, -1) },
        })),
      },
  );
  for (const subject of ['photos', 'photo', 'members', 'profile', 'notifications']) void client.invalidateQueries({ queryKey: [subject] });
}
