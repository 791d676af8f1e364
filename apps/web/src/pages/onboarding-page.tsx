import { Suspense } from 'react';
import { Onboarding } from '~/people/onboarding/onboarding.tsx';
import { useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useMediaQuery } from '~/platform/lib/use-media-query.ts';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

const MemberPhotos = optionalLazy(async () => (await import('~/people/onboarding/member-photos.tsx')).MemberPhotos);

export default function OnboardingPage() {
  const hasRoom = useMediaQuery('(min-width: 1280px)');
  const usesLessData = useLessData();
  return (
    <PaintedPage narrow>
      <div className="onboarding-columns">
        <Onboarding />
        {hasRoom && !usesLessData && (
          <Suspense fallback={<div className="member-photos" />}>
            <MemberPhotos />
          </Suspense>
        )}
      </div>
    </PaintedPage>
  );
}
