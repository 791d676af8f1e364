import {
  exchangeOauth,
  finishLink,
  finishNamedOauth,
  finishOauth,
  linkProvider,
  startOauth,
  unlinkProvider,
} from '@mbari/contract/identity/oauth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Identity, type IdentityProvider, NoIdentity } from '../../platform/adapters/identity-provider.ts';
import { defaultProvider } from '../../platform/config-providers.ts';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { chooseLocale } from '../../platform/http/choose-locale.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { notFound, Refusal, type Sentence } from '../../platform/refusal.ts';
import { confirmOwner } from '../sign-in/log-in.ts';
import { newSecret, setRefreshCookie } from '../sign-in/sessions.ts';
import { exchangeToken, invalidOauthToken } from './exchange-token.ts';
import { linkIdentity, unlinkIdentity } from './link-identity.ts';
import {
  clearOauthCookie,
  type PendingAuthorization,
  readAuthorizationCookie,
  type PendingLink,
  readBrowserCookie,
  readLinkCookie,
  setAuthorizationCookie,
  setBrowserCookie,
  setLinkCookie,
} from './oauth-cookie.ts';
import { failures, SignInRejected } from './sign-in-failures.ts';
import { signInWithProvider } from './sign-in-with-provider.ts';

const hasProvider = ({ providers }: Config): boolean => providers.length > 0;

export const oauthRoutes = [
  route(
    startOauth,
    async ({ context, query: { provider, invitation }, request, reply }) => {
      const start = () => startAuthorization(context, request, reply, { provider, ...(invitation !== undefined && { invitation }) });
      requireProvider(context, provider);
      reply.redirect((await findTargetOrFailurePage(context, start)).href);
      return undefined;
    },
    hasProvider,
  ),
  route(finishOauth, (call) => finish(call, defaultProvider), hasProvider),
  route(finishNamedOauth, (call) => finish(call, call.params.provider), hasProvider),
  route(
    exchangeOauth,
    async ({ context, body, request, reply }) => {
      await context.limits.spend('oauth by ip', addressKey(request.ip));
      const browser = readBrowserCookie(context, request);
      if (browser === null) throw invalidOauthToken();
      const { token, refresh, user } = await exchangeToken(context, { token: body.token, browser, device: deviceOf(request) });
      clearOauthCookie(context, reply);
      setRefreshCookie(reply, context.config, refresh);
      return { token, user };
    },
    hasProvider,
  ),
  route(linkProvider, async ({ context, member, params: { provider }, body, request, reply }) => {
    requireProvider(context, provider);
    await confirmOwner(context, member, body.password);
    try {
      const { id, session_id } = member;
      return { data: { url: (await startAuthorization(context, request, reply, { provider, owner: { id, session_id } })).href } };
    } catch (error) {
      if (error instanceof NoIdentity) throw new Refusal('overloaded', 'oauthUnreachable');
      throw error;
    }
  }),
  route(finishLink, async ({ context, member, request, reply }) => {
    const link = readLinkCookie(context, request);
    clearOauthCookie(context, reply);
    await linkIdentity(context, member, link);
    return { message: answers.providerConnected };
  }),
  route(unlinkProvider, async ({ context, member, params: { id }, body }) => {
    await confirmOwner(context, member, body.password);
    await unlinkIdentity(context, member, id);
    return { message: answers.providerDisconnected };
  }),
];

/** Binds a sign-in to this browser by a cookie. Returns the provider's URL. */
async function startAuthorization(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Pick<PendingAuthorization, 'provider' | 'invitation' | 'owner'>,
): Promise<URL> {
  await context.limits.spend('oauth by ip', addressKey(request.ip));
  const { url, authorization } = await requireProvider(context, purpose.provider).begin();
  setAuthorizationCookie(context, reply, { ...authorization, browser: newSecret(), ...purpose });
  return url;
}

async function finish({ context, query, request, reply }: Call<typeof finishOauth.shape, 'open'>, key: string): Promise<undefined> {
  const provider = requireProvider(context, key);
  const target = await findTargetOrFailurePage(context, async () => {
    const authorization = readAuthorizationCookie(context, request);
    if (authorization === null || query['state'] !== authorization.state || authorization.provider !== key)
      throw new SignInRejected('lost');
    // The cookie works once, even on failure.
    clearOauthCookie(context, reply);
    await context.limits.spend('oauth by ip', addressKey(request.ip));
    const { browser, invitation, owner } = authorization;
    const proveIdentity = () => provider.finish(toSearchParams(query), authorization);
    if (owner) {
      setLinkCookie(context, reply, { owner, provider: provider.name, answer: await answerForLink(context, proveIdentity) });
      return new URL('/settings?tab=security#connecting', context.config.publicUrl);
    }
    const identity = await proveIdentity();
    const token = await signInWithProvider(context, identity, {
      ...{ browser, invitation, provider: provider.name },
      locale: chooseLocale(request.headers, (await context.site.read()).languages),
    });
    setBrowserCookie(context, reply, browser);
    return callbackPage(context, { token });
  });
  reply.redirect(target.href);
  return undefined;
}

/** Keeps failures, too: the session that started shows them, so that no text of an address does. */
async function answerForLink(context: Context, proveIdentity: () => Promise<Identity>): Promise<PendingLink['answer']> {
  try {
    const { issuer, subject, email, role, plan } = await proveIdentity();
    return { issuer, subject, email, role, plan };
  } catch (error) {
    return { failure: sentenceFor(context, error) };
  }
}

function requireProvider({ identityProviders }: Context, key: string): IdentityProvider {
  const provider = identityProviders.get(key);
  if (provider === undefined) throw notFound();
  return provider;
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
