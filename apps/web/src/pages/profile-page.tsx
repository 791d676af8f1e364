import type { PrivateProfile } from '@mbari/contract/shapes/profiles';
import * as words from '@mbari/words/profiles';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Eye, Palette } from 'lucide-react';
import type { Profile } from '~/features/profiles/profile-queries.ts';
import { ProfileView } from '~/features/profiles/profile-view.tsx';
import { useSession } from '~/lib/session.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Button, buttonClass } from '~/ui/button.tsx';

const route = getRouteApi('/shell/profile');

/** One's own. */
export function ProfilePage() {
  const { category = '' } = route.useSearch();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <ProfileView
      seen={{ username: user.username, as: undefined }}
      category={category}
      own
      title={words.myProfile}
      actions={OwnProfileActions}
    />
  );
}

function OwnProfileActions({ profile }: { profile: Profile | PrivateProfile }) {
  const edit = useLazyDialog(async () => (await import('~/features/profiles/edit-profile.tsx')).EditProfile);
  const customise = useLazyDialog(async () => (await import('~/features/customising/customise-profile.tsx')).CustomiseProfile);
  if (profile.is_private) return null;
  return (
    <>
      <Link
        to="/user/$username"
        params={{ username: profile.username }}
        search={{ as: 'visitor' }}
        className={buttonClass({ kind: 'text' })}
      >
        <Eye size={20} strokeWidth={1.6} aria-hidden="true" /> {words.seeAsOthers}
      </Link>
      <Button kind="quiet" onClick={customise.open}>
        <Palette size={20} strokeWidth={1.6} aria-hidden="true" /> {words.customise}
      </Button>
      <Button kind="quiet" onClick={edit.open}>
        {words.editProfile}
      </Button>
      {edit.Dialog && <edit.Dialog profile={profile} onClose={edit.close} />}
      {customise.Dialog && <customise.Dialog profile={profile} onClose={customise.close} />}
    </>
  );
}
