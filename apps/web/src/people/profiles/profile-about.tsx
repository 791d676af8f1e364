'use no memo';

import * as words from '@mbari/words/profiles';
import { useId } from 'react';
import { Details } from './details.tsx';
import type { Profile } from './profile-queries.ts';

/** The bio, and other details behind 'More'. */
export function ProfileAbout({ profile, open, onOpen }: { profile: Profile; open: boolean; onOpen: (open: boolean) => void }) {
  const id = useId();
  return (
    <div className="profile-about">
      <div className="profile-bio">
        {profile.bio && (
          <p dir="auto" data-whole={open || undefined}>
            {profile.bio}
          </p>
        )}
        <button type="button" className="profile-more" aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)}>
          {open ? words.less : words.more}
        </button>
      </div>
      <div id={id} hidden={!open}>
        {open && <Details profile={profile} />}
      </div>
    </div>
  );
}
