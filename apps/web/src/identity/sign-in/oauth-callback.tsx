import { exchangeOauth } from '@mbari/contract/identity/oauth';
import * as words from '@mbari/words/oauth';
import * as sentences from '@mbari/words/sentences';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, CallRefused, translateRefusalBody } from '~/platform/lib/call.ts';
import { type OauthAnswer, oauthAnswer } from '~/platform/lib/oauth-answer.ts';
import { homeOf } from '~/platform/lib/redirect-after-sign-in.ts';
import { currentSession, onboardingStageOf, signIn } from '~/platform/lib/session.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export function OauthCallback() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [isExchanging] = useState(hasOauthToken);

  useEffect(() => {
    let isUnmounted = false;
    void finishOauth().then((errorText) => {
      if (isUnmounted) return;
      if (errorText === null) void navigate({ to: homeOf[onboardingStageOf(currentSession())], replace: true });
      else setFailure(errorText);
    });
    return () => {
      isUnmounted = true;
    };
  }, [navigate]);

  return (
    // Reserves the height of the longest text, to avoid layout shift.
    <div className="min-h-[25rem]">
      <div role="status">
        {failure === null && isExchanging && (
          <h1 tabIndex={-1} className="display-large flex items-center gap-s4">
            <span className="shrink-0">
              <Spinner size={32} />
            </span>
            {words.completing}
          </h1>
        )}
      </div>
      <div role="alert">
        {failure !== null && (
          <>
            <UliDrawing name="cracked" className="mb-s5 max-w-[280px]! ms-0!" />
            <h1 tabIndex={-1} className="display-large">
              {words.failed}
            </h1>
            <p className="mt-s2 break-words text-ink-quiet">
              <bdi>{failure}</bdi>
            </p>
          </>
        )}
      </div>
      {failure !== null && (
        <p className="mt-s5">
          <Link to="/login" className={buttonClass({ tall: true })}>
            {words.returnToLogin}
          </Link>
        </p>
      )}
    </div>
  );
}

let result: Promise<string | null> | undefined;

/**
 * Signs in with the provider's token. Resolves to an error text or null. Memoised, because the token works once and the page may render
 * again.
 */
const finishOauth = (): Promise<string | null> => (result ??= finish(oauthAnswer()));

/** Returns whether there is a token to exchange. Otherwise the page shows the error immediately, without a placeholder. */
function hasOauthToken(): boolean {
  const { token, error } = oauthAnswer();
  return token !== '' && error === '';
}

async function finish({ token, error, reason }: OauthAnswer): Promise<string | null> {
  if (error !== '') return (await translateRefusalBody({ message: error, reason })).message ?? error;
  if (token === '') return sentences.oauthNoToken;
  try {
    const session = await call(exchangeOauth, { body: { token } });
    signIn(session.token, session.user);
    return null;
  } catch (failure) {
    // Without a provider, the endpoint returns 404.
    const hasMessage = failure instanceof CallRefused && failure.status < 500 && failure.code !== 'not_found';
    return hasMessage ? failure.message : sentences.oauthFailed;
  }
}
