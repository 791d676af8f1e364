'use no memo';

import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import './private-profile.css';

/** Replaces a private profile. A follower can still unfollow. */
export function PrivateProfileNotice({ profile, actions }: { profile: PrivateProfile; actions?: ReactNode }) {
  return (
    <section className="private-profile">
      <UliDrawing name="door" className="private-drawing" />
      <h1 className="display text-t36" tabIndex={-1}>
        {sentences.profileIsPrivate}
      </h1>
      <p className="private-who">
        <Avatar src={profile.avatar_url} size={36} />
        <span className="min-w-0">
          <bdi className="font-semibold text-ink">{profile.name}</bdi> <span dir="ltr">@{profile.username}</span>
        </span>
      </p>
      <p className="max-w-[44ch] text-pretty text-ink-quiet">{words.privateHint}</p>
      <div className="mt-s3 flex flex-wrap justify-center gap-s3">
        {actions}
        <Link to="/feed" className={buttonClass({ kind: actions ? 'quiet' : 'filled' })}>
          {words.returnHome}
        </Link>
      </div>
    </section>
  );
}
