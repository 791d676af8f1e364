import { listInvitations, listInvited } from '@mbari/contract/identity/invitations';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { invitationListKey, invitedKey } from '~/platform/lib/query-keys.ts';

export type InvitationScope = 'own' | 'all';

/** Invitations, newest first. Refetched on every mount, because people use them in the meantime. */
export const invitationList = (whose: InvitationScope) =>
  infiniteQueryOptions({
    queryKey: invitationListKey(whose),
    queryFn: ({ pageParam, signal }) =>
      call(listInvitations, { query: { whose, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export const invitedMembers = (id: string) =>
  infiniteQueryOptions({
    queryKey: invitedKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(listInvited, { params: { id }, query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });
