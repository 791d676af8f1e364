'use no memo';

import type { PrivateProfile } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

interface ProfileMissingProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** A refusal by the server, not a lost connection. */
export const isRefusal = (error: unknown): boolean => error instanceof CallRefused && error.status < 500 && error.status !== 429;

/** Unknown or hidden member, or no answer. */
export function ProfileMissing({ error, busy, onRetry }: ProfileMissingProps) {
  const isRefused = isRefusal(error);
  return (
    <EmptyState
      drawing={isRefused ? 'lost' : 'cracked'}
      level="h1"
      title={sentences.noProfile}
      action={
        <>
          <Link to="/feed" className={buttonClass({})}>
            {words.returnHome}
          </Link>
          {!isRefused && (
            <Button kind="quiet" busy={busy && tryAgain} onClick={onRetry}>
              {tryAgain}
            </Button>
          )}
        </>
      }
    >
      {isRefused ? words.noSuchMember : words.unreachable}
    </EmptyState>
  );
}

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
