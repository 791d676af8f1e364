'use no memo';

import { followMember, unfollowMember } from '@mbari/contract/people/follows';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { type Followable, followChanged, followersCounted, followPressed, isShownFollowed } from '~/platform/lib/cache-events/follows.ts';
import { call, CallRefused } from './call.ts';
import { useSession } from './session.ts';
import { toast } from './toast.ts';
import { useToggle } from './use-toggle.ts';

/** Follows or unfollows a member: shown optimistically, and reverted if the server refuses. */
export function useFollow(member: Followable): { toggle: () => void } {
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  return useToggle({
    key: `follow ${member.id}`,
    on: member.is_following,
    show: (on) => followPressed(client, { member, follows: on, viewerId }),
    send: async (on) => {
      if (on) followersCounted(client, member.id, (await call(followMember, { params: { id: member.id } })).data);
      else await call(unfollowMember, { params: { id: member.id } });
      // After another press in the meantime, the next request refetches.
      if ((isShownFollowed(client, member.id) ?? on) !== on) return;
      followChanged(client, { member, follows: on, viewerId });
      toast.success(sentences.followUpdated);
    },
    onRefused: (error) => toast.error(refusedWords(error)),
  });
}

/** Shows the server's message if the member can act on it: a private profile, or the rate limit. */
const refusedWords = (error: unknown): string =>
  error instanceof CallRefused && [403, 429].includes(error.status) ? error.message : sentences.followUpdateFailed;
