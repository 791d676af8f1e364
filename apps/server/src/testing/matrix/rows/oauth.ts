import { exchangeOauth, finishOauth, startOauth } from '@mbari/contract/identity/oauth';
import { addTestMember } from '../../app.ts';
import type { Lie } from '../../identity-provider.ts';
import { returnWith, returnFromProvider, startVisit, newIdentity, visitProvider } from '../../provider-visit.ts';
import type { Ask, Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const from = (value: string | null, expect: Row['expect'], actors?: Row['actors']): Row => ({
  call: startOauth,
  about: { from: value ?? 'absent' },
  ...(actors && { actors }),
  expect,
  ask: () => (value === null ? {} : { query: `from=${encodeURIComponent(value)}` }),
});

const toProvider = () => ({ status: 302, location: '/provider/authorize?', stores: false });
const visitor = ['visitor'] as const;

const callback = (
  about: string,
  expect: Row['expect'],
  ask: (world: World) => Promise<Ask>,
  actors: Row['actors'] | 'everybody' = visitor,
): Row => ({
  call: finishOauth,
  about: { case: about },
  ...(actors !== 'everybody' && { actors }),
  expect,
  ask,
});

const asQuery = (query: Record<string, string>): string => new URLSearchParams(query).toString();
const failed = () => ({ status: 302, location: '/oauth/callback?error=', stores: false });
const handedOver = () => ({ status: 302, location: '/oauth/callback?token=', stores: true });

/** Simulates a return from the provider with these claims. */
const back = (answerOf: (world: World) => Promise<{ sub: string; claims: Record<string, unknown>; lie?: Lie }>) => async (world: World) => {
  const [visit, identity] = [await startVisit(world.app), await answerOf(world)];
  return { query: asQuery(returnWith(visit, identity)), headers: { cookie: visit.cookie } };
};
const lying = (lie: Lie) => back(async () => ({ ...newIdentity(), lie }));

const callbackRows: Row[] = [
  callback(
    'good',
    handedOver,
    back(async () => newIdentity()),
    'everybody',
  ),
  callback('state_missing', failed, async ({ app }) => {
    const visit = await startVisit(app);
    const { state: _, ...query } = returnWith(visit, newIdentity());
    return { query: asQuery(query), headers: { cookie: visit.cookie } };
  }),
  callback('state_of_other_browser', failed, async ({ app }) => {
    const [ownVisit, otherVisit] = [await startVisit(app), await startVisit(app)];
    return { query: asQuery(returnWith(otherVisit, newIdentity())), headers: { cookie: ownVisit.cookie } };
  }),
  callback('code_replayed', failed, async ({ app }) => {
    const visit = await startVisit(app);
    const query = returnWith(visit, newIdentity());
    await returnFromProvider(app, visit, query);
    return { query: asQuery(query), headers: { cookie: visit.cookie } };
  }),
  callback('nonce_mismatch', failed, lying('another nonce')),
  callback('aud_other_client', failed, lying('another audience')),
  callback('iss_mismatch', failed, lying('another issuer')),
  callback('alg_none', failed, lying('no signature')),
  callback(
    'email_unverified_matches_local',
    failed,
    back(async ({ people }) => newIdentity({ email: people.non_follower.email, email_verified: false })),
  ),
  callback(
    'email_verified_matches_local_unverified',
    handedOver,
    back(async ({ app }) => newIdentity({ email: (await addTestMember(app, { email_verified_at: null })).email })),
  ),
  callback(
    'sub_known_email_changed_to_other_members',
    handedOver,
    back(async ({ app, people }) => {
      const identity = newIdentity();
      await visitProvider(app, identity);
      return { sub: identity.sub, claims: { email: people.non_follower.email, email_verified: true } };
    }),
  ),
  callback(
    'suspended_account',
    failed,
    back(async ({ people }) => newIdentity({ email: people.suspended.email })),
  ),
];

const exchangeRows: Row[] = [
  {
    call: exchangeOauth,
    about: { token: 'good' },
    expect: () => ok({ has: ['token', 'user.id', 'user.email_verified'], lacks: ['user.password_hash'], stores: true }),
    ask: async ({ app }) => {
      const { token, cookie } = await visitProvider(app, newIdentity());
      return { json: { token }, headers: { cookie } };
    },
  },
  {
    call: exchangeOauth,
    about: { token: 'of_other_browser' },
    actors: visitor,
    expect: () => refused('invalid_oauth_token'),
    ask: async ({ app }) => {
      const [ownReturn, otherReturn] = [await visitProvider(app, newIdentity()), await visitProvider(app, newIdentity())];
      return { json: { token: otherReturn.token }, headers: { cookie: ownReturn.cookie } };
    },
  },
  {
    call: exchangeOauth,
    about: { token: 'garbage' },
    actors: visitor,
    expect: () => refused('invalid_oauth_token'),
    ask: () => ({ json: { token: 'garbage' } }),
  },
];

export const oauthRows: Row[] = [
  from('forum', toProvider),
  from(null, toProvider, visitor),
  ...['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'forum\r\nSet-Cookie:x'].map((value) =>
    from(value, () => refused('validation'), visitor),
  ),
  ...callbackRows,
  ...exchangeRows,
];
