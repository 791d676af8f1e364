import { forgetSession } from './stored-session.ts';

/** What the way by an external provider ended with; all are empty where somebody opened the page by hand. */
export interface OauthAnswer {
  /** Good once: it is traded for a session. */
  token: string;
  error: string;
  /** Names the sentence of the error, for other languages than English. */
  reason: string;
}

const longestError = 200;

/**
 * Taken out of the address when this module is read, which is before the session is restored and before anything is asked of the
 * server. The session before ends here, whatever the answer.
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
