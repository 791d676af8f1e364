import { getRouteApi } from '@tanstack/react-router';
import { MemberActs } from '~/features/profile/member-acts.tsx';
import { ProfileView } from '~/features/profile/profile-view.tsx';
import { Viewpoints } from '~/features/profile/viewpoints.tsx';
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
      acts={MemberActs}
    />
  );
}
