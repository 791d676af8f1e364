'use no memo';

import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';

/** Avatars render before the dots, or without dots if their code fails to load. */
const PresenceDot = optionalLazy(async () => (await import('./presence.tsx')).PresenceDot);

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
