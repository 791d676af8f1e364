import * as words from '@mbari/words/email-change';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { onboardingStageOf, refreshUser, useSession } from '~/platform/lib/session.ts';
import { PaintedPage } from '~/platform/site/painted-page.tsx';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';

export default function ConfirmEmailPage() {
  const { status } = useSearch({ from: '/confirm-email' });
  return (
    <PaintedPage>
      <ConfirmedEmail status={status} />
    </PaintedPage>
  );
}

const outcomes: Record<string, { title: string; text: string }> = {
  changed: { title: words.changed, text: words.changedText },
  'already-changed': { title: words.alreadyChanged, text: words.alreadyChangedText },
};
const invalid = { title: words.linkInvalid, text: sentences.verificationLinkInvalid };

/** Target page of the link mailed to a new address. The visitor may be signed out. */
function ConfirmedEmail({ status }: { status: string | undefined }) {
  const session = useSession();
  const client = useQueryClient();
  const outcome = outcomes[status ?? ''];
  const { title, text } = outcome ?? invalid;
  const isSignedIn = session.status === 'member';
  const isEmailChanged = isSignedIn && outcome !== undefined;
  useEffect(() => {
    // If this refetch fails, the next page repeats it.
    if (isEmailChanged) void Promise.all([refreshUser(), signInMethodsChanged(client)]).catch(() => undefined);
  }, [isEmailChanged, client]);
  return (
    <>
      <UliDrawing name={outcome ? 'letter' : 'cracked'} className="ms-0! mb-s5 max-w-[280px]!" />
      <h1 tabIndex={-1} className="display-large">
        {title}
      </h1>
      <p className="mt-s2 mb-s5 text-ink-quiet">{text}</p>
      {onboardingStageOf(session) === 'onboarded' ? (
        <Link to="/settings" search={{ tab: 'security' }} className={buttonClass({ tall: true })}>
          {words.backToSettings}
        </Link>
      ) : (
        <Link to={isSignedIn ? '/feed' : '/login'} className={buttonClass({ tall: true })}>
          {isSignedIn ? words.goOn : words.goToLogin}
        </Link>
      )}
    </>
  );
}
