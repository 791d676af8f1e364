import * as words from '@mbari/words/profiles';
import { getRouteApi } from '@tanstack/react-router';
import { OwnActions } from '~/features/profiles/own-actions.tsx';
import { ProfileView } from '~/features/profiles/profile-view.tsx';
import { useSession } from '~/lib/session.ts';

const route = getRouteApi('/shell/profile');

/** One's own. */
export function ProfilePage() {
  const { category = '' } = route.useSearch();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <ProfileView seen={{ username: user.username, as: undefined }} category={category} own title={words.myProfile} actions={OwnActions} />
  );
}
