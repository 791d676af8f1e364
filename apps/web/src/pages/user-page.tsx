'use no memo';

import { getRouteApi } from '@tanstack/react-router';
import { MemberActions } from '~/people/profiles/member-actions.tsx';
import { ProfileView } from '~/people/profiles/profile-view.tsx';
import { Viewpoints } from '~/people/profiles/viewpoints.tsx';
import { useSession } from '~/platform/lib/session.ts';

const route = getRouteApi('/shell/user/$username');

export default function UserPage() {
  const { username } = route.useParams();
  const { category = '', as, tab } = route.useSearch();
  const { user } = useSession();
  const own = user?.username.toLowerCase() === username.toLowerCase();
  return (
    <ProfileView
      key={username.toLowerCase()}
      target={{ username, as: own ? as : undefined }}
      category={category}
      tab={tab}
      isOwn={own}
      banner={own && <Viewpoints username={username} />}
      actions={MemberActions}
    />
  );
}
