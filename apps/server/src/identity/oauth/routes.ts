import { exchangeOauth, finishOauth, startOauth } from '@mbari/contract/identity/oauth';
import { type IdentityProvider, NoIdentity } from '../../platform/adapters/identity-provider.ts';
import type { Context } from '../../platform/context.ts';
import { chooseLocale } from '../../platform/http/choose-locale.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { addressKey } from '../../platform/http/limits/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { notFound, Refusal, type Sentence } from '../../platform/refusal.ts';
import { setRefreshCookie } from '../sign-in/refresh-cookie.ts';
import { newSecret } from '../sign-in/sessions.ts';
import { exchangeToken, invalidOauthToken } from './exchange-token.ts';
import { clearOauthCookie, readBrowserCookie, readAuthorizationCookie, setBrowserCookie, setAuthorizationCookie } from './oauth-cookie.ts';
import { failures, SignInRejected } from './sign-in-failures.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

export const oauthRoutes = [
  route(startOauth, async ({ context, query, request, reply }) => {
    const provider = requireProvider(context);
    const target = await findTargetOrFailurePage(context, async () => {
      await context.limits.spend('oauth by ip', addressKey(request.ip));
      const { url, authorization } = await provider.begin();
      const { invitation } = query;
      setAuthorizationCookie(context, reply, { ...authorization, browser: newSecret(), ...(invitation !== undefined && { invitation }) });
      return url;
    });
    reply.redirect(target.href);
    return undefined;
  }),

  route(finishOauth, async ({ context, query, request, reply }) => {
    const provider = requireProvider(context);
    const target = await findTargetOrFailurePage(context, async () => {
      const authorization = readAuthorizationCookie(context, request);
      if (authorization === null || query['state'] !== authorization.state) throw new SignInRejected('lost');
      // The cookie works once, even on failure.
      clearOauthCookie(context, reply);
      await context.limits.spend('oauth by ip', addressKey(request.ip));
      const identity = await provider.finish(toSearchParams(query), authorization);
      const token = await signInWithProvider(context, identity, {
        browser: authorization.browser,
        locale: chooseLocale(request.headers, (await context.site.read()).languages),
        invitation: authorization.invitation,
      });
      setBrowserCookie(context, reply, authorization.browser);
      return callbackPage(context, { token });
    });
    reply.redirect(target.href);
    return undefined;
  }),

  route(exchangeOauth, async ({ context, body, request, reply }) => {
    requireProvider(context);
    await context.limits.spend('oauth by ip', addressKey(request.ip));
    const browser = readBrowserCookie(context, request);
    if (browser === null) throw invalidOauthToken();
    const { token, refresh, user } = await exchangeToken(context, { token: body.token, browser, device: deviceOf(request) });
    clearOauthCookie(context, reply);
    setRefreshCookie(reply, context.config, refresh);
    return { token, user };
  }),
];

function requireProvider({ identityProvider }: Context): IdentityProvider {
  if (identityProvider === null) throw notFound();
  return identityProvider;
}

/** OAuth addresses open in a tab, so an error redirects to a page and does not answer JSON. */
async function findTargetOrFailurePage(context: Context, findTarget: () => Promise<URL>): Promise<URL> {
  try {
    return await findTarget();
  } catch (error) {
    return failurePage(context, sentenceFor(context, error));
  }
}

function sentenceFor({ log }: Context, error: unknown): Sentence {
  if (error instanceof SignInRejected) return failures[error.failure];
  if (error instanceof Refusal) return error.sentence;
  if (error instanceof NoIdentity) {
    if (error.failure !== 'cancelled') log.warn({ err: error }, 'provider sign-in returned no member');
    return failures[error.failure];
  }
  log.error({ err: error }, 'provider sign-in failed');
  return failures.refused;
}

/** Returns the URL of the error page, which translates the reason of the English text. */
const failurePage = (context: Context, { text, reason }: Sentence): URL => callbackPage(context, { error: text, reason });

const callbackPage = ({ config }: Context, answer: Record<string, string>): URL =>
  new URL(`/oauth/callback?${new URLSearchParams(answer).toString()}`, config.publicUrl);

const toSearchParams = (query: Record<string, string | string[]>): URLSearchParams =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, item])));
