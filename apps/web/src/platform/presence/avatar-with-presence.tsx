'use no memo';

import { Suspense } from 'react';
import { lazyOrNothing } from '~/platform/lib/lazy-or-nothing.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';

/** The members are shown first, and without dots where the code does not come. */
const PresenceDot = lazyOrNothing(async () => (await import('./presence-dot.tsx')).PresenceDot);

interface AvatarWithPresenceProps {
  member: { id: string; avatar_url: string | null };
  size: number;
}

/** A member's avatar, with a dot while they are online. */
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
