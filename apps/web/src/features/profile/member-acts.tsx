import type { PrivateProfile } from '@mbari/contract/shapes/profiles';
import { Link } from '@tanstack/react-router';
import { useSession } from '~/lib/session.ts';
import { buttonClass } from '~/ui/button.tsx';
import type { Profile } from './profile-queries.ts';

/** What a viewer can do about a member; about oneself: change it. */
export function MemberActs({ profile }: { profile: Profile | PrivateProfile }) {
  const { user } = useSession();
  if (user?.id === profile.id)
    return (
      <Link to="/profile" className={buttonClass({ kind: 'quiet' })}>
        Edit Profile
      </Link>
    );
  return null;
}
