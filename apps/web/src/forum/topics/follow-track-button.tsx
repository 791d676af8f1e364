'use no memo';

import * as calls from '@mbari/contract/forum/tracks';
import * as words from '@mbari/words/forum-tracks';
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { categoryTracked, topicTracked, topicTrackingKept } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';
import { Button } from '~/platform/ui/button.tsx';

interface FollowTrackButtonProps {
  kind: 'topic' | 'category';
  thing: { id: string; is_following: boolean; is_muted: boolean };
}

export function FollowTrackButton({ kind, thing }: FollowTrackButtonProps) {
  const toggle = useFollowTrack(kind, thing);
  const Icon = thing.is_following ? BellRing : Bell;
  return (
    <Button kind="quiet" aria-pressed={thing.is_following} onClick={toggle}>
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" /> {thing.is_following ? words.following : words.follow}
    </Button>
  );
}

interface Trackable {
  id: string;
  is_following: boolean;
  is_muted: boolean;
}

type Kind = 'topic' | 'category';

const callsOf = {
  topic: { follow: [calls.unfollowTopic, calls.followTopic], mute: [calls.unmuteTopic, calls.muteTopic] },
  category: {
    follow: [calls.unfollowForumCategory, calls.followForumCategory],
    mute: [calls.unmuteForumCategory, calls.muteForumCategory],
  },
} as const;

/** Following unmutes. */
const useFollowTrack = (kind: Kind, thing: Trackable): (() => void) =>
  useTrack({
    kind,
    what: 'follow',
    thing,
    on: thing.is_following,
    tracked: (on) => ({ is_following: on, ...(on && { is_muted: false }) }),
  });

/** Muting unfollows. */
export const useMuteTrack = (kind: Kind, thing: Trackable): (() => void) =>
  useTrack({ kind, what: 'mute', thing, on: thing.is_muted, tracked: (on) => ({ is_muted: on, ...(on && { is_following: false }) }) });

interface Track {
  kind: Kind;
  what: 'follow' | 'mute';
  thing: Trackable;
  on: boolean;
  tracked: (on: boolean) => Partial<Pick<Trackable, 'is_following' | 'is_muted'>>;
}

function useTrack({ kind, what, thing, on, tracked }: Track): () => void {
  const client = useQueryClient();
  const { toggle } = useToggle({
    key: `${what} ${thing.id}`,
    on,
    show: (on) => (kind === 'topic' ? topicTracked : categoryTracked)(client, thing.id, tracked(on)),
    send: async (on) => {
      await call(callsOf[kind][what][on ? 1 : 0], { params: { id: thing.id } });
      topicTrackingKept(client);
    },
    onRefused: (error) => toast.error(errorMessage(error, words.trackFailed)),
  });
  return toggle;
}
