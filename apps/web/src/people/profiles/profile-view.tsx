import type { PrivateProfile } from '@mbari/contract/shapes/profiles';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { Gallery } from './gallery.tsx';
import { PrivateProfileNotice } from './private-profile-notice.tsx';
import { ProfileHead } from './profile-head.tsx';
import { isRefusal, ProfileMissing } from './profile-missing.tsx';
import { type Profile, profileOf, type Seen } from './profile-queries.ts';
import { ProfileWaiting } from './profile-waiting.tsx';
import './profile.css';

interface ProfileViewProps {
  seen: Seen;
  category: string;
  /** The viewer's own, even when shown as others see it. */
  own: boolean;
  title?: string;
  above?: ReactNode;
  actions: ComponentType<{ profile: Profile | PrivateProfile; as: Seen['as'] }>;
}

export function ProfileView({ seen, category, own, title, above, actions: Actions }: ProfileViewProps) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileOf(seen));
  // State is here so it survives a change of the simulated viewer.
  const [detailed, setDetailed] = useState(false);
  // A lost connection keeps the profile in view; a refusal removes it.
  const missing = error !== null && (profile === undefined || (!isFetching && isRefusal(error)));
  const named = title ?? (missing ? sentences.noProfile : profile?.is_private ? sentences.profileIsPrivate : profile?.name);
  useEffect(() => setPageTitle(named), [named]);
  const there = profile !== undefined || missing;
  useEffect(() => {
    if (there && document.activeElement === document.body) focusHeading();
  }, [there]);
  if (missing) return <ProfileMissing error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (profile === undefined) return <ProfileWaiting />;
  if (profile.is_private)
    return (
      <>
        {above}
        <PrivateProfileNotice profile={profile} actions={<Actions profile={profile} as={seen.as} />} />
      </>
    );
  return (
    <div className="profile" data-accent={profile.customisation.accent ?? undefined}>
      {above}
      <ProfileHead
        profile={profile}
        own={own}
        actions={<Actions profile={profile} as={seen.as} />}
        detailed={detailed}
        onDetailed={setDetailed}
      />
      <Gallery seen={seen} profile={profile} category={category} own={own && seen.as === undefined} />
    </div>
  );
}
