import { checkInvitation } from '@mbari/contract/identity/invitations';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { checkedInvitationKey } from '~/platform/lib/query-keys.ts';

/** Returns the opened invitation's secret and, once loaded, its state. */
export function useInvitation() {
  const token = useLocation({ select: ({ state }) => state.invitation });
  const { data } = useQuery({
    queryKey: checkedInvitationKey(token),
    queryFn: async ({ signal }) => (await call(checkInvitation, { body: { token: token ?? '' }, signal })).data,
    enabled: token !== undefined,
    staleTime: 0,
  });
  return { token, invitation: data };
}
