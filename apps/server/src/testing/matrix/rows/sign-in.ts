import {
  exchangeOauth,
  finishLink,
  finishNamedOauth,
  finishOauth,
  linkProvider,
  startOauth,
  unlinkProvider,
} from '@mbari/contract/identity/oauth';
import { addPasskey, passkeyLogin, removePasskey, renamePasskey, startPasskey, startPasskeyLogin } from '@mbari/contract/identity/passkeys';
import { readSecurity } from '@mbari/contract/identity/security';
import { endOtherSessions, endSession, listSessions } from '@mbari/contract/identity/sessions';
import { newId } from '../../../platform/ids.ts';
import { addTestAccount, giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestMember, addTestSession, type TestMember } from '../../app.ts';
import type { Lie } from '../../identity-provider.ts';
import { addTestPasskey, deviceFor, type Lies, makeTestPasskey } from '../../passkeys.ts';
import { newIdentity, returnFromProvider, returnWith, startVisit, visitAt, visitProvider } from '../../provider-visit.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, gate, hidden, ok, refused } from '../rules.ts';
import { addStandIn } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';

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

const linkRows: Row[] = [
  {
    call: linkProvider,
    about: { password: 'right' },
    expect: () => ok({ has: ['data.url'], stores: false }),
    ask: async (world, actor) => {
      const member = memberOf(world, actor);
      if (member) await giveTestPassword(world.app, member);
      return { params: { provider: 'default' }, json: { password: testPassword } };
    },
  },
  {
    call: linkProvider,
    about: { provider: 'unknown' },
    actors: ['non_follower'],
    expect: () => refused('not_found'),
    ask: () => ({ params: { provider: 'unknown' }, json: { password: testPassword } }),
  },
  {
    call: finishLink,
    about: { session: 'own' },
    expect: () => ok({ has: ['message'], stores: true }),
    // The session that started sends the call.
    ask: async (world, actor) => {
      if (gate(actor, 'verified') !== null) return {};
      const member = await addStandIn(world, actor);
      return { headers: { authorization: `Bearer ${member.token}`, cookie: await linkCookie(world, member) } };
    },
  },
  {
    call: finishLink,
    about: { session: 'foreign' },
    expect: () => refused('invalid_oauth_token'),
    ask: async (world) => ({ headers: { cookie: await linkCookie(world, world.bystander) } }),
  },
  {
    call: unlinkProvider,
    about: { identity: 'own' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: linkedTo('own'),
  },
  { call: unlinkProvider, about: { identity: 'foreign' }, expect: hidden, ask: linkedTo('foreign') },
  {
    call: unlinkProvider,
    about: { identity: 'own', password: 'wrong' },
    actors: ['non_follower'],
    expect: () => refused('validation'),
    ask: linkedTo('own', 'something else'),
  },
];

/** Connects a new identity, up to the return from the provider. Returns the browser's cookie. */
async function linkCookie({ app }: World, member: TestMember): Promise<string> {
  await giveTestPassword(app, member);
  const { json, headers } = await app.call('POST', '/me/providers/default', { token: member.token, json: { password: testPassword } });
  const visit = visitAt(json.data.url, headers);
  return (await returnFromProvider(app, visit, returnWith(visit, newIdentity()))).cookie;
}

function linkedTo(whose: 'own' | 'foreign', password = testPassword) {
  return async (world: World, actor: Actor): Promise<Ask> => {
    const member = memberOf(world, actor);
    if (member) await giveTestPassword(world.app, member);
    const owner = whose === 'own' ? member : world.bystander;
    const id = newId();
    if (owner)
      await world.app.db.pool.query(
        `insert into identities (id, issuer, subject, member_id) values ($1::uuid, 'https://id.example', $1::uuid::text, $2)`,
        [id, owner.id],
      );
    return { params: { id }, json: { password } };
  };
}

export const oauthRows: Row[] = [
  from('forum', toProvider),
  from(null, toProvider, visitor),
  ...['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'forum\r\nSet-Cookie:x'].map((value) =>
    from(value, () => refused('validation'), visitor),
  ),
  {
    call: startOauth,
    about: { provider: 'unknown' },
    actors: visitor,
    expect: () => refused('not_found'),
    ask: () => ({ query: 'provider=unknown' }),
  },
  ...callbackRows,
  {
    call: finishNamedOauth,
    about: { provider: 'default' },
    actors: visitor,
    expect: failed,
    ask: () => ({ params: { provider: 'default' }, query: 'code=a&state=b' }),
  },
  {
    call: finishNamedOauth,
    about: { provider: 'unknown' },
    expect: () => refused('not_found'),
    ask: () => ({ params: { provider: 'unknown' }, query: 'code=a&state=b' }),
  },
  ...exchangeRows,
  ...linkRows,
];

/** Returns the actor's member if the actor may use passkeys. Deletes passkeys of earlier cases. */
async function ownerAmong({ app, ...world }: World, actor: Actor): Promise<TestMember | undefined> {
  const member = gate(actor, 'verified') === null ? memberOf({ app, ...world }, actor) : undefined;
  if (member) await app.db.pool.query('delete from passkeys where member_id = $1', [member.id]);
  if (member) await giveTestPassword(app, member);
  return member;
}

const adding =
  (lies: Lies = {}) =>
  async (world: World, actor: Actor): Promise<Ask> => {
    const member = await ownerAmong(world, actor);
    return { json: { name: 'Telephone', response: member ? await makeTestPasskey(world.app, member, deviceFor(world.app), lies) : {} } };
  };

const mineOr =
  (whose: 'own' | 'foreign', json: object) =>
  async (world: World, actor: Actor): Promise<Ask> => {
    const member = await ownerAmong(world, actor);
    const owner = whose === 'own' ? member : await addTestAccount(world.app);
    return { params: { id: owner ? (await addTestPasskey(world.app, owner)).id : newId() }, json };
  };

const signingIn =
  (columns: Record<string, unknown> = {}, lies: Lies = {}) =>
  async ({ app }: World): Promise<Ask> => {
    const member = await addTestAccount(app);
    const { device } = await addTestPasskey(app, member);
    for (const [column, value] of Object.entries(columns))
      await app.db.pool.query(`update members set ${column} = $2 where id = $1`, [member.id, value]);
    const { json } = await app.call('POST', '/auth/passkey/options');
    return { json: { response: device.get(json.data, lies), device_name: 'web' } };
  };

const signedIn = ok({ has: ['token', 'user.id'], lacks: ['user.password_hash', 'refresh'], stores: true });
/** No role gives access to another account. */
const strangers: Actor[] = ['follower', 'moderator', 'admin'];
const visibleFields = ['data.id', 'data.name', 'data.created_at'];
const secrets = ['data.public_key', 'data.credential_id', 'data.counter'];

export const passkeyRows: Row[] = [
  { call: startPasskeyLogin, expect: () => ok({ has: ['data.challenge'], lacks: ['data.allowCredentials'], stores: true }) },
  { call: passkeyLogin, about: { passkey: 'right' }, expect: () => signedIn, ask: signingIn() },
  {
    call: passkeyLogin,
    about: { account: 'suspended' },
    actors: ['visitor'],
    // The attempt uses up the challenge.
    expect: () => ({ ...refused('account_suspended'), stores: true }),
    ask: signingIn({ suspended_at: new Date() }),
  },
  {
    call: passkeyLogin,
    about: { account: 'closed' },
    actors: ['visitor'],
    expect: () => signedIn,
    ask: signingIn({ closed_at: new Date() }),
  },
  {
    call: passkeyLogin,
    about: { passkey: 'copied key' },
    actors: ['visitor'],
    expect: () => ({ ...refused('invalid_credentials'), stores: true }),
    ask: signingIn({}, { foreignKey: true }),
  },
  {
    call: passkeyLogin,
    about: { passkey: 'foreign challenge' },
    actors: ['visitor'],
    expect: () => refused('invalid_credentials'),
    ask: signingIn({}, { challenge: 'A'.repeat(43) }),
  },
  {
    call: startPasskey,
    about: { password: 'right' },
    expect: () => ok({ has: ['data.challenge', 'data.user.id'], stores: true }),
    ask: async (world, actor) => {
      await ownerAmong(world, actor);
      return { json: { password: testPassword } };
    },
  },
  {
    call: startPasskey,
    about: { password: 'wrong' },
    actors: ['non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: async (world, actor) => {
      await ownerAmong(world, actor);
      return { json: { password: 'something else' } };
    },
  },
  {
    call: addPasskey,
    about: { passkey: 'right' },
    expect: () => created({ has: visibleFields, lacks: secrets, stores: true }),
    ask: adding(),
  },
  {
    call: addPasskey,
    about: { passkey: 'of another site' },
    actors: ['non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.response'], stores: true }),
    ask: adding({ origin: 'https://evil.example' }),
  },
  {
    call: addPasskey,
    about: { challenge: 'of another member' },
    actors: ['non_follower'],
    expect: () => refused('validation'),
    ask: async ({ app }) => ({
      json: { name: 'Telephone', response: await makeTestPasskey(app, await addTestAccount(app), deviceFor(app)) },
    }),
  },
  {
    call: renamePasskey,
    about: { passkey: 'own' },
    expect: () => ok({ has: visibleFields, lacks: secrets, stores: true }),
    ask: mineOr('own', { name: 'Key' }),
  },
  { call: renamePasskey, about: { passkey: 'foreign' }, actors: strangers, expect: hidden, ask: mineOr('foreign', { name: 'Key' }) },
  {
    call: removePasskey,
    about: { passkey: 'own' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: mineOr('own', { password: testPassword }),
  },
  {
    call: removePasskey,
    about: { passkey: 'foreign' },
    actors: strangers,
    expect: hidden,
    ask: mineOr('foreign', { password: testPassword }),
  },
  {
    call: removePasskey,
    about: { passkey: 'own', password: 'wrong' },
    actors: ['non_follower'],
    expect: () => refused('validation'),
    ask: mineOr('own', { password: 'something else' }),
  },
];

const sessionSecrets = ['token', 'token_hash', 'refresh_hash', 'previous_refresh_hash'];

export const sessionRows: Row[] = [
  {
    call: listSessions,
    expect: () => ok({ has: ['data.0.device', 'data.0.is_current'], lacks: sessionSecrets.map((name) => `data.0.${name}`), stores: false }),
  },
  {
    call: endSession,
    about: { of: 'self' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: async (world, actor) => {
      const member = memberOf(world, actor);
      return { params: { id: member ? (await addTestSession(world.app, member.id)).session_id : newId() } };
    },
  },
  {
    call: endSession,
    about: { of: 'other_member' },
    expect: hidden,
    ask: async (world) => ({ params: { id: (await addTestSession(world.app, world.bystander.id)).session_id } }),
  },
  { call: endOtherSessions, expect: () => ok({ has: ['message'], stores: true }) },
];

const securitySecrets = ['password_hash', 'sealed_secret', 'recovery_codes'];

export const securityRows: Row[] = [
  {
    call: readSecurity,
    expect: () =>
      ok({
        has: ['data.email', 'data.has_password', 'data.passkeys', 'data.totp.is_enabled', 'data.providers'],
        lacks: securitySecrets.map((name) => `data.${name}`),
      }),
  },
];
