'use no memo';

import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as followWords from '@mbari/words/follows';
import * as words from '@mbari/words/profiles';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { FollowButton } from '~/platform/ui/follow-button.tsx';
import type { Profile, ProfileTarget } from './profile-queries.ts';

const MemberMenu = optionalLazy(async () => (await import('~/people/directory/member-menu.tsx')).MemberMenu);

/** Follow button and menu. The viewer's own profile has an edit link or a simulated viewer's button. */
export function MemberActions({ profile, as }: { profile: Profile | PrivateProfile; as: ProfileTarget['as'] }) {
  const navigate = useNavigate();
  const { user } = useSession();
  if (user?.id === profile.id && as !== undefined)
    return (
      <Button kind={as === 'follower' ? 'quiet' : 'filled'} aria-disabled="true">
        {as === 'follower' ? followWords.following : followWords.follow}
      </Button>
    );
  if (user?.id === profile.id)
    return (
      <Link to="/profile" className={buttonClass({ kind: 'quiet' })}>
        {words.editProfile}
      </Link>
    );
  return (
    <>
      <FollowButton member={profile} kind="filled" />
      {user && (
        <Link
          to="/messages/new"
          search={{ to: profile.username }}
          className={buttonClass({ kind: 'quiet' })}
          aria-label={words.messageTo({ name: profile.name })}
        >
          {words.message}
        </Link>
      )}
      <Suspense fallback={<span className="size-[44px]" />}>
        <MemberMenu member={profile} onBlocked={() => void navigate({ to: '/feed', replace: true })} />
      </Suspense>
    </>
  );
}
