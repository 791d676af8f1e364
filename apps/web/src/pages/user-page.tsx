'use no memo';

import { getRouteApi } from '@tanstack/react-router';
import { MemberActions } from '~/features/profiles/member-actions.tsx';
import { ProfileView } from '~/features/profiles/profile-view.tsx';
import { Viewpoints } from '~/features/profiles/viewpoints.tsx';
import { useSession } from '~/lib/session.ts';

const route = getRouteApi('/shell/user/$username');

/** Anybody's, for members and visitors alike. */
export function UserPage() {
  const { username } = route.useParams();
  const { category = '', as } = route.useSearch();
  const { user } = useSession();
  const own = user?.username.toLowerCase() === username.toLowerCase();
  return (
    <ProfileView
      key={username.toLowerCase()}
      seen={{ username, as: own ? as : undefined }}
      category={category}
      own={own}
      above={own && <Viewpoints username={username} />}
      actions={MemberActions}
    />
  );
}
