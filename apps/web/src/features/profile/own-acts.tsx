import type { PrivateProfile } from '@mbari/contract/shapes/profiles';
import { Link } from '@tanstack/react-router';
import { Eye, Palette } from 'lucide-react';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Button, buttonClass } from '~/ui/button.tsx';
import type { Profile } from './profile-queries.ts';

/** What one can do with a profile of one's own. */
export function OwnActs({ profile }: { profile: Profile | PrivateProfile }) {
  const edit = useLazyDialog(async () => (await import('./edit-profile.tsx')).EditProfile);
  const customise = useLazyDialog(async () => (await import('./customise-profile.tsx')).CustomiseProfile);
  if (profile.is_private) return null;
  return (
    <>
      <Link
        to="/user/$username"
        params={{ username: profile.username }}
        search={{ as: 'visitor' }}
        className={buttonClass({ kind: 'text' })}
      >
        <Eye size={20} strokeWidth={1.6} aria-hidden="true" /> See as others do
      </Link>
      <Button kind="quiet" onClick={customise.open}>
        <Palette size={20} strokeWidth={1.6} aria-hidden="true" /> Customise
      </Button>
      <Button kind="quiet" onClick={edit.open}>
        Edit Profile
      </Button>
      {edit.Dialog && <edit.Dialog profile={profile} onClose={edit.close} />}
      {customise.Dialog && <customise.Dialog profile={profile} onClose={customise.close} />}
    </>
  );
}
