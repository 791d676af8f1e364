import { forgetSession } from './stored-session.ts';

/** What the way by an external provider ended with; both are empty where somebody opened the page by hand. */
export interface OauthAnswer {
  /** Good once: it is traded for a session. */
  token: string;
  error: string;
}

const longestError = 200;

/**
 * Taken out of the address when this module is read, which is before the session is restored and before anything is asked of the
 * server. The session before ends here, whatever the answer.
 */
const brought = takeFromAddress();

export const oauthAnswer = (): OauthAnswer => brought;

function takeFromAddress(): OauthAnswer {
  if (globalThis.location?.pathname !== '/oauth/callback') return { token: '', error: '' };
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  forgetSession();
  return { token: query.get('token') ?? '', error: [...(query.get('error') ?? '')].slice(0, longestError).join('') };
}
