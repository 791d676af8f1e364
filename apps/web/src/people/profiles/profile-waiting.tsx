'use no memo';

import * as words from '@mbari/words/profiles';

export function ProfileWaiting() {
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
