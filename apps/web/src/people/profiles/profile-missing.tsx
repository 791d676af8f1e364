'use no memo';

import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { CallRefused } from '~/platform/lib/call.ts';
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
