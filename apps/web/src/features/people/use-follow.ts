import { followMember, unfollowMember } from '@mbari/contract/follows';
import * as sentences from '@mbari/contract/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { followChanged } from '~/lib/cache-events/members.ts';
import { call, CallRefused } from '~/lib/call.ts';
import { findCached } from '~/lib/find-cached.ts';
import { patchCached } from '~/lib/patch-cached.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { useToggle } from '~/lib/use-toggle.ts';
import { type Followable, forgetPlace, isFollowable, showFollowing } from './show-following.ts';

/** Follows a member or no more: shown at once wherever they are shown, and taken back where the server refuses. */
export function useFollow(member: Followable): { toggle: () => void } {
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  return useToggle({
    key: `follow ${member.id}`,
    on: member.is_following,
    show: (on) => showFollowing(client, member, on, viewerId),
    send: async (on) => {
      if (on) await follow(client, member.id);
      else await call(unfollowMember, { params: { id: member.id } });
      // Pressed again meanwhile: the last word is yet to be said.
      if ((findCached(client, isFollowable, member.id)?.is_following ?? on) !== on) return;
      forgetPlace(member.id);
      followChanged(client, { username: member.username, follows: on, viewerId });
      toast.success(sentences.followUpdated);
    },
    onRefused: (error) => toast.error(refusedWords(error)),
  });
}

async function follow(client: QueryClient, id: string): Promise<void> {
  const { data } = await call(followMember, { params: { id } });
  // Others follow them too: the server's count is the truth, once nothing more is on its way.
  patchCached(client, isFollowable, id, (cached) =>
    cached.is_following === data.is_following && cached.followers_count !== undefined
      ? { ...cached, followers_count: data.followers_count }
      : cached,
  );
}

/** A refusal that one can act upon says so itself: a private profile, too many in one minute. */
const refusedWords = (error: unknown): string =>
  error instanceof CallRefused && [403, 429].includes(error.status) ? error.message : sentences.followUpdateFailed;
