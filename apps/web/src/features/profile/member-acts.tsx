import type { PrivateProfile } from '@mbari/contract/shapes/profiles';
import { Link, useNavigate } from '@tanstack/react-router';
import { FollowButton } from '~/features/people/follow-button.tsx';
import { MemberMenu } from '~/features/people/member-menu.tsx';
import { useSession } from '~/lib/session.ts';
import { buttonClass } from '~/ui/button.tsx';
import type { Profile } from './profile-queries.ts';

/** What a viewer can do about a member; about oneself: change it. */
export function MemberActs({ profile }: { profile: Profile | PrivateProfile }) {
  const navigate = useNavigate();
  const { user } = useSession();
  if (user?.id === profile.id)
    return (
      <Link to="/profile" className={buttonClass({ kind: 'quiet' })}>
        Edit Profile
      </Link>
    );
  return (
    <>
      <FollowButton member={profile} kind="filled" />
      <MemberMenu member={profile} onBlocked={() => void navigate({ to: '/feed', replace: true })} />
    </>
  );
}
