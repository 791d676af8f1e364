import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Archive, Ellipsis, Eye, Link2, Palette } from 'lucide-react';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { ProfileView } from '~/people/profiles/profile-view.tsx';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu } from '~/platform/ui/menu.tsx';

const route = getRouteApi('/shell/profile');
const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

export default function ProfilePage() {
  const { category = '', tab } = route.useSearch();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <ProfileView
      target={{ username: user.username, as: undefined }}
      category={category}
      tab={tab}
      isOwn
      title={words.myProfile}
      actions={OwnActions}
    />
  );
}

function OwnActions({ profile }: { profile: Profile | PrivateProfile }) {
  const navigate = useNavigate();
  const edit = useLazyDialog(async () => (await import('~/people/profile-editing/edit-profile.tsx')).EditProfile);
  const customise = useLazyDialog(async () => (await import('~/people/profile-editing/customise-profile.tsx')).CustomiseProfile);
  if (profile.is_private) return null;
  const { username } = profile;
  return (
    <>
      <Button kind="quiet" onClick={edit.open}>
        {words.editProfile}
      </Button>
      <Menu
        label={words.moreOptions}
        className="profile-dots"
        icon={<Ellipsis {...icon} />}
        items={[
          {
            label: words.seeAsOthers,
            icon: <Eye {...icon} />,
            onChoose: () => void navigate({ to: '/user/$username', params: { username }, search: { as: 'visitor' } }),
          },
          { label: words.customise, icon: <Palette {...icon} />, onChoose: customise.open },
          { label: words.archived, icon: <Archive {...icon} />, onChoose: () => void navigate({ to: '/archived' }) },
          { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: () => void copyLink(`${location.origin}/user/${username}`) },
        ]}
      />
      {edit.Dialog && <edit.Dialog profile={profile} onClose={edit.close} />}
      {customise.Dialog && <customise.Dialog profile={profile} onClose={customise.close} />}
    </>
  );
}
