import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { Gallery } from './gallery.tsx';
import { PrivateProfileNotice } from './private-profile-notice.tsx';
import { ProfileHead } from './profile-head.tsx';
import { ProfileMissing, isRefusal } from './profile-missing.tsx';
import { type Profile, type Seen, profileOf } from './profile-queries.ts';
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

function ProfileWaiting() {
  'use no memo';
  return (
    <div className="profile" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loadingProfile}
      </p>
      <div className="profile-head" aria-hidden="true">
        <div className="profile-portrait size-[112px] rounded-full bg-image-backdrop" />
        <div className="profile-title">
          <div className="h-[1em] w-[min(9ch,100%)] bg-wall text-t36" />
          <div className="mt-s3 h-[18px] w-[18ch] max-w-full bg-wall" />
        </div>
        <div className="profile-about">
          <div className="my-s2 h-[18px] w-[40ch] max-w-full bg-wall" />
        </div>
      </div>
    </div>
  );
}
