'use no memo';

import { Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';

/** Members render first, and without dots if the code fails to load. */
const PresenceDot = lazyOrNothing(async () => (await import('./presence-dot.tsx')).PresenceDot);

interface AvatarWithPresenceProps {
  member: { id: string; avatar_url: string | null };
  size: number;
}

export function AvatarWithPresence({ member, size }: AvatarWithPresenceProps) {
  return (
    <span className="relative shrink-0">
      <Avatar src={member.avatar_url} size={size} className="block" />
      <Suspense>
        <PresenceDot id={member.id} />
      </Suspense>
    </span>
  );
}
