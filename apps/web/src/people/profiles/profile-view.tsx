import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { SelectedStroke } from '~/platform/ui/selected-stroke.tsx';
import { Gallery } from './gallery.tsx';
import { ProfileHead } from './profile-head.tsx';
import { isRefusal, PrivateProfileNotice, ProfileMissing } from './profile-notices.tsx';
import { type Profile, profileOf, type ProfileTarget } from './profile-queries.ts';
import './profile.css';

const SeriesTab = optionalLazy(async () => (await import('./series-tab.tsx')).SeriesTab);

interface ProfileViewProps {
  target: ProfileTarget;
  category: string;
  tab: 'series' | undefined;
  /** True for the viewer's own profile, including its preview as others see it. */
  isOwn: boolean;
  title?: string;
  banner?: ReactNode;
  actions: ComponentType<{ profile: Profile | PrivateProfile; as: ProfileTarget['as'] }>;
}

export function ProfileView({ target, category, tab, isOwn, title, banner, actions: Actions }: ProfileViewProps) {
  const { data: profile, error, isFetching, refetch } = useQuery(profileOf(target));
  // State is here so it survives a change of the simulated viewer.
  const [showsDetails, setShowsDetails] = useState(false);
  // A lost connection keeps the profile in view; a refusal removes it.
  const isMissing = error !== null && (profile === undefined || (!isFetching && isRefusal(error)));
  const pageTitle = title ?? (isMissing ? sentences.noProfile : profile?.is_private ? sentences.profileIsPrivate : profile?.name);
  useEffect(() => setPageTitle(pageTitle), [pageTitle]);
  const isLoaded = profile !== undefined || isMissing;
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body) focusHeading();
  }, [isLoaded]);
  if (isMissing) return <ProfileMissing error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (profile === undefined) return <ProfileSkeleton />;
  if (profile.is_private)
    return (
      <>
        {banner}
        <PrivateProfileNotice profile={profile} actions={<Actions profile={profile} as={target.as} />} />
      </>
    );
  const mayMake = isOwn && target.as === undefined;
  return (
    <div className="profile" data-accent={profile.customisation.accent ?? undefined}>
      {banner}
      <ProfileHead
        profile={profile}
        isOwn={isOwn}
        actions={<Actions profile={profile} as={target.as} />}
        showsDetails={showsDetails}
        onShowDetails={setShowsDetails}
      />
      {(profile.has_series || mayMake || tab === 'series') && <ProfileTabs />}
      {tab === 'series' ? (
        <Suspense fallback={<p className="gallery-wait" />}>
          <SeriesTab target={target} isOwn={mayMake} />
        </Suspense>
      ) : (
        <Gallery target={target} profile={profile} category={category} isOwn={mayMake} />
      )}
    </div>
  );
}

function ProfileSkeleton() {
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

/** Photos and series; the URL holds the selection. */
function ProfileTabs() {
  'use no memo';
  return (
    <nav aria-label={words.sections} className="gallery-filter">
      <TabLink name={words.photos} />
      <TabLink name={words.series} tab="series" />
    </nav>
  );
}

function TabLink({ name, tab }: { name: string; tab?: 'series' }) {
  'use no memo';
  return (
    <Link
      to="."
      search={({ as, category }) => ({
        ...(tab !== undefined ? { tab } : category !== undefined && { category }),
        ...(as !== undefined && { as }),
      })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      className="word"
    >
      {({ isActive }) => (
        <>
          {name}
          {isActive && <SelectedStroke />}
        </>
      )}
    </Link>
  );
}
