import { getRouteApi } from '@tanstack/react-router';
import { OwnActs } from '~/features/profile/own-acts.tsx';
import { ProfileView } from '~/features/profile/profile-view.tsx';
import { useSession } from '~/lib/session.ts';

const route = getRouteApi('/shell/profile');

/** One's own. */
export function ProfilePage() {
  const { category = '' } = route.useSearch();
  const { user } = useSession();
  if (user === null) return null;
  return <ProfileView seen={{ username: user.username, as: undefined }} category={category} own title="My Profile" acts={OwnActs} />;
}
