'use no memo';

import * as words from '@mbari/words/forum-tracks';
import { Bell, BellRing } from 'lucide-react';
import { Button } from '~/platform/ui/button.tsx';
import { useFollowTrack } from './use-track.ts';

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
