import { exchangeOauth, finishOauth, startOauth } from '@mbari/contract/identity/oauth';
import { addTestMember } from '../../app.ts';
import type { Lie } from '../../identity-provider.ts';
import { backWith, comeBack, setOut, stranger, visitProvider } from '../../provider-visit.ts';
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

/** Somebody comes back whom the provider says these things of. */
const back = (answerOf: (world: World) => Promise<{ sub: string; claims: Record<string, unknown>; lie?: Lie }>) => async (world: World) => {
  const [visit, said] = [await setOut(world.app), await answerOf(world)];
  return { query: asQuery(backWith(visit, said)), headers: { cookie: visit.cookie } };
};
const lying = (lie: Lie) => back(async () => ({ ...stranger(), lie }));

const callbackRows: Row[] = [
  callback(
    'good',
    handedOver,
    back(async () => stranger()),
    'everybody',
  ),
  callback('state_missing', failed, async ({ app }) => {
    const visit = await setOut(app);
    const { state: _, ...query } = backWith(visit, stranger());
    return { query: asQuery(query), headers: { cookie: visit.cookie } };
  }),
  callback('state_of_other_browser', failed, async ({ app }) => {
    const [mine, theirs] = [await setOut(app), await setOut(app)];
    return { query: asQuery(backWith(theirs, stranger())), headers: { cookie: mine.cookie } };
  }),
  callback('code_replayed', failed, async ({ app }) => {
    const visit = await setOut(app);
    const query = backWith(visit, stranger());
    await comeBack(app, visit, query);
    return { query: asQuery(query), headers: { cookie: visit.cookie } };
  }),
  callback('nonce_mismatch', failed, lying('another nonce')),
  callback('aud_other_client', failed, lying('another audience')),
  callback('iss_mismatch', failed, lying('another issuer')),
  callback('alg_none', failed, lying('no signature')),
  callback(
    'email_unverified_matches_local',
    failed,
    back(async ({ people }) => stranger({ email: people.non_follower.email, email_verified: false })),
  ),
  callback(
    'email_verified_matches_local_unverified',
    handedOver,
    back(async ({ app }) => stranger({ email: (await addTestMember(app, { email_verified_at: null })).email })),
  ),
  callback(
    'sub_known_email_changed_to_other_members',
    handedOver,
    back(async ({ app, people }) => {
      const known = stranger();
      await visitProvider(app, known);
      return { sub: known.sub, claims: { email: people.non_follower.email, email_verified: true } };
    }),
  ),
  callback(
    'suspended_account',
    failed,
    back(async ({ people }) => stranger({ email: people.suspended.email })),
  ),
];

const exchangeRows: Row[] = [
  {
    call: exchangeOauth,
    about: { token: 'good' },
    expect: () => ok({ has: ['token', 'user.id', 'user.email_verified'], lacks: ['user.password_hash'], stores: true }),
    ask: async ({ app }) => {
      const { token, cookie } = await visitProvider(app, stranger());
      return { json: { token }, headers: { cookie } };
    },
  },
  {
    call: exchangeOauth,
    about: { token: 'of_other_browser' },
    actors: visitor,
    expect: () => refused('invalid_oauth_token'),
    ask: async ({ app }) => {
      const [mine, theirs] = [await visitProvider(app, stranger()), await visitProvider(app, stranger())];
      return { json: { token: theirs.token }, headers: { cookie: mine.cookie } };
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
