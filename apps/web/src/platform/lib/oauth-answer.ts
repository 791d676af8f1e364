import { forgetSession } from './stored-session.ts';

/** Result of a provider sign-in. All fields are empty if the page was opened by hand. */
export interface OauthAnswer {
  token: string;
  error: string;
  /** Key of the error's translated sentence. */
  reason: string;
}

const longestError = 200;

/**
 * Sign-in result, removed from the address before any request and before the session is
 * restored. Every sign-in result ends the previous session.
 */
const brought = takeFromAddress();

export const oauthAnswer = (): OauthAnswer => brought;

function takeFromAddress(): OauthAnswer {
  if (globalThis.location?.pathname !== '/oauth/callback') return { token: '', error: '', reason: '' };
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  forgetSession();
  const error = [...(query.get('error') ?? '')].slice(0, longestError).join('');
  return { token: query.get('token') ?? '', error, reason: query.get('reason') ?? '' };
}
