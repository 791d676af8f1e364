import { exchangeOauth } from '@mbari/contract/identity/oauth';
import * as sentences from '@mbari/words/sentences';
import { call, CallRefused, translateRefusalBody } from '~/platform/lib/call.ts';
import { type OauthAnswer, oauthAnswer } from '~/platform/lib/oauth-answer.ts';
import { signIn } from '~/platform/lib/session.ts';

let result: Promise<string | null> | undefined;

/**
 * Signs in with the provider's token. Resolves to an error text or null. Memoised, because the token works once and the page may render
 * again.
 */
export const finishOauth = (): Promise<string | null> => (result ??= finish(oauthAnswer()));

/** Returns whether there is a token to exchange. Otherwise the page shows the error immediately, without a placeholder. */
export function hasOauthToken(): boolean {
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
