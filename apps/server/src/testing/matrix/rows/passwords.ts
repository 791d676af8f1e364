import { createHash, randomBytes } from 'node:crypto';
import { changeEmail, confirmNewEmail } from '@mbari/contract/identity/account';
import { login } from '@mbari/contract/identity/auth';
import { changePassword, forgotPassword, resetPassword } from '@mbari/contract/identity/passwords';
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from '@mbari/contract/identity/security';
import { newId } from '../../../platform/ids.ts';
import { addTestAccount, giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestMember, type TestApp } from '../../app.ts';
import { addTestTotp, codeOf } from '../../passkeys.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { addStandIn, asStandIn } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';

const newPasswords = { password: 'indigo cloth 1924', password_confirmation: 'indigo cloth 1924' };

const accepted = ok({ has: ['message'], stores: true });

/** The answer must not reveal whether an address has an account. Every request queues a job, and most jobs do nothing. */
const addresses: Record<string, (world: World) => string | Promise<string>> = {
  known: ({ people }) => people.non_follower.email,
  unknown: () => 'nobody@example.test',
  unverified: ({ people }) => people.unverified.email,
  suspended: ({ people }) => people.suspended.email,
  oidc_only: async ({ app }) => (await addTestMember(app, { password_hash: null })).email,
};

const forgotRows: Row[] = [
  ...Object.entries(addresses).map(([email, find]): Row => ({
    call: forgotPassword,
    about: { email },
    ...(email !== 'known' && { actors: ['visitor'] }),
    expect: () => accepted,
    ask: async (world) => ({ json: { email: await find(world) } }),
  })),
  {
    call: forgotPassword,
    about: { email: 'array_of_two' },
    actors: ['visitor'],
    expect: () => refused('validation'),
    ask: ({ people }) => ({ json: { email: [people.owner.email, people.follower.email] } }),
  },
];

interface Link {
  id: string;
  token: string;
  email: string;
}

/** Inserts a reset link independently of the product's code. */
async function openLink(app: TestApp, secondsLeft = 3600): Promise<Link> {
  const { id, email } = await addTestMember(app);
  const link = { id, email, token: randomBytes(32).toString('base64url') };
  await keep(app, link, secondsLeft);
  return link;
}

const keep = (app: TestApp, { id, token, email }: Link, secondsLeft = 3600): Promise<unknown> =>
  app.db.pool.query(
    `insert into password_resets (member_id, token_hash, email, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (member_id) do update set token_hash = excluded.token_hash`,
    [id, createHash('sha256').update(token).digest(), email, secondsLeft],
  );

const follow = ({ token, email }: { token: unknown; email: unknown }): Ask => ({ json: { token, email, ...newPasswords } });

const badLinks: Record<string, (world: World) => Promise<Ask>> = {
  expired: async ({ app }) => follow(await openLink(app, -1)),
  used_before: async ({ app }) => {
    const link = await openLink(app);
    await app.call('POST', '/auth/reset-password', { json: follow(link).json });
    return follow(link);
  },
  superseded_by_newer: async ({ app }) => {
    const link = await openLink(app);
    await keep(app, { ...link, token: randomBytes(32).toString('base64url') });
    return follow(link);
  },
  for_other_user: async ({ app, people }) => follow({ ...(await openLink(app)), email: people.owner.email }),
  issued_before_email_change: async ({ app }) => {
    const link = await openLink(app);
    const email = `n${newId().replaceAll('-', '')}@example.test`;
    await app.db.pool.query('update members set email = $2 where id = $1', [link.id, email]);
    return follow({ ...link, email });
  },
  issued_before_password_change: async ({ app }) => {
    const link = await openLink(app);
    await giveTestPassword(app, link);
    const { token } = (await app.call('POST', '/auth/login', { json: { email: link.email, password: testPassword } })).json;
    await app.call('PUT', '/me/password', { token, json: { current_password: testPassword, ...newPasswords } });
    return follow(link);
  },
  of_suspended_member: async ({ app }) => {
    const link = await openLink(app);
    await app.db.pool.query('update members set suspended_at = now() where id = $1', [link.id]);
    return follow(link);
  },
  email_as_array: async ({ app }) => {
    const { token, email } = await openLink(app);
    return follow({ token, email: [email, 'eve@example.test'] });
  },
  token_as_object: async ({ app }) => {
    const { token, email } = await openLink(app);
    return follow({ token: { toString: token }, email });
  },
};

const resetRows: Row[] = [
  { call: resetPassword, about: { token: 'valid' }, expect: () => accepted, ask: async ({ app }) => follow(await openLink(app)) },
  ...Object.entries(badLinks).map(([token, ask]): Row => ({
    call: resetPassword,
    about: { token },
    actors: ['visitor'],
    expect: () => ({ ...refused('invalid_reset_token'), has: ['errors.token'] }),
    ask,
  })),
];

const wrongPassword = { ...refused('validation'), has: ['errors.current_password'] };

const changeRows: Row[] = [
  {
    call: changePassword,
    about: { current: 'right' },
    expect: () => accepted,
    ask: (world, actor) => asStandIn(world, actor, { json: { current_password: testPassword, ...newPasswords } }),
  },
  {
    call: changePassword,
    about: { current: 'wrong' },
    expect: () => wrongPassword,
    ask: (world, actor) => asStandIn(world, actor, { json: { current_password: 'something else', ...newPasswords } }),
  },
  {
    call: changePassword,
    about: { current: 'missing' },
    expect: () => wrongPassword,
    ask: (world, actor) => asStandIn(world, actor, { json: newPasswords }),
  },
  {
    call: changePassword,
    about: { current: 'oidc_only_account' },
    expect: () => wrongPassword,
    // The actors have no password.
    ask: (_world: World, _actor: Actor): Ask => ({ json: { current_password: testPassword, ...newPasswords } }),
  },
];

export const passwordRows: Row[] = [...forgotRows, ...resetRows, ...changeRows];

/** Gives the member a known password, with or without a second factor. */
const confirming =
  (totp: 'on' | 'off', password: string | undefined = testPassword) =>
  async (world: World, actor: Actor): Promise<Ask> => {
    const member = memberOf(world, actor);
    if (member) {
      await giveTestPassword(world.app, member);
      if (totp === 'on') await addTestTotp(world.app, member);
      else await world.app.db.pool.query('delete from totp_secrets where member_id = $1', [member.id]);
    }
    return { json: { password } };
  };

/** Adds an unconfirmed second factor, which the case confirms. */
const begun =
  (code: 'right' | 'wrong') =>
  async (world: World, actor: Actor): Promise<Ask> => {
    const member = memberOf(world, actor);
    const secret = member && (await addTestTotp(world.app, member, { isConfirmed: false }));
    return { json: { code: code === 'right' && secret !== undefined ? codeOf(secret) : '12345' } };
  };

const signingIn =
  (more: { code?: string }) =>
  async ({ app }: World): Promise<Ask> => {
    const member = await addTestAccount(app);
    await addTestTotp(app, member);
    return { json: { email: member.email, password: testPassword, ...more } };
  };

export const secondFactorRows: Row[] = [
  {
    call: startTotp,
    about: { password: 'right' },
    expect: () => ok({ has: ['data.secret', 'data.uri'], lacks: ['recovery_codes'], stores: true }),
    ask: confirming('off'),
  },
  ...(['wrong', 'missing'] as const).map((password): Row => ({
    call: startTotp,
    about: { password },
    actors: ['non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: confirming('off', password === 'wrong' ? 'something else' : ''),
  })),
  {
    call: startTotp,
    about: { totp: 'on' },
    actors: ['non_follower'],
    expect: () => refused('conflict'),
    ask: confirming('on'),
  },
  {
    call: confirmTotp,
    about: { code: 'right' },
    expect: () => ok({ has: ['recovery_codes.9', 'message'], stores: true }),
    ask: begun('right'),
  },
  {
    call: confirmTotp,
    about: { code: 'wrong' },
    actors: ['non_follower'],
    expect: () => ({ ...refused('invalid_code'), has: ['errors.code'] }),
    ask: begun('wrong'),
  },
  {
    call: confirmTotp,
    about: { totp: 'on' },
    actors: ['non_follower'],
    expect: () => refused('conflict'),
    ask: async (world, actor) => {
      await confirming('on')(world, actor);
      return { json: { code: '123456' } };
    },
  },
  {
    call: replaceRecoveryCodes,
    about: { password: 'right' },
    expect: () => ok({ has: ['recovery_codes.9'], stores: true }),
    ask: confirming('on'),
  },
  {
    call: replaceRecoveryCodes,
    about: { password: 'wrong' },
    actors: ['non_follower'],
    expect: () => refused('validation'),
    ask: confirming('on', 'something else'),
  },
  {
    call: replaceRecoveryCodes,
    about: { totp: 'off' },
    actors: ['non_follower'],
    expect: () => refused('conflict'),
    ask: confirming('off'),
  },
  {
    call: removeTotp,
    about: { password: 'right' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: confirming('on'),
  },
  {
    call: removeTotp,
    about: { password: 'wrong' },
    actors: ['non_follower'],
    expect: () => refused('validation'),
    ask: confirming('on', 'something else'),
  },
  ...(['missing', 'wrong'] as const).map((code): Row => ({
    call: login,
    about: { account: 'second_step', code },
    actors: ['visitor'],
    expect: () => refused(code === 'missing' ? 'second_factor_required' : 'invalid_code'),
    ask: signingIn(code === 'missing' ? {} : { code: '12345' }),
  })),
];

const freshAddress = (): string => `n${newId().replaceAll('-', '').slice(-20)}@example.test`;

const newAddresses: Record<string, { password: string; email: (world: World) => string }> = {
  fresh: { password: testPassword, email: freshAddress },
  // The response must not reveal that the address is taken.
  taken: { password: testPassword, email: ({ people }) => people.owner.email },
};

interface EmailLink {
  id: string;
  email: string;
  purpose?: string;
  secondsLeft?: number;
}

/** Signs a link independently of the product's code. */
function followEmailLink({ app }: World, { id, email, purpose = 'change-email', secondsLeft = 3600 }: EmailLink): Ask {
  const hash = createHash('sha256').update(email).digest('hex');
  const expires = String(Math.floor(Date.now() / 1000) + secondsLeft);
  const signature = app.context.secrets.sign(purpose, `${id}.${hash}.${expires}`);
  return { path: `/email/change/${id}/${hash}`, query: new URLSearchParams({ expires, signature }).toString() };
}

/** Adds a member with a pending change to this address. */
async function requestChange(world: World, email: string): Promise<{ id: string; email: string }> {
  const { id } = await addStandIn(world, 'non_follower');
  await world.app.db.pool.query('insert into email_changes (member_id, email) values ($1, $2)', [id, email]);
  return { id, email };
}

const links: Record<string, [status: string, make: (world: World) => Promise<Ask>]> = {
  repeated: ['already-changed', async (world) => followEmailLink(world, await addTestMember(world.app))],
  expired: ['invalid', async (world) => followEmailLink(world, { ...(await requestChange(world, freshAddress())), secondsLeft: -1 })],
  of_verification: [
    'invalid',
    async (world) => followEmailLink(world, { ...(await requestChange(world, freshAddress())), purpose: 'verify-email' }),
  ],
  superseded: [
    'invalid',
    async (world) => followEmailLink(world, { ...(await requestChange(world, freshAddress())), email: freshAddress() }),
  ],
  other_users_id: [
    'invalid',
    async (world) => {
      const ownRequest = await requestChange(world, freshAddress());
      const otherRequest = await requestChange(world, ownRequest.email);
      const { path, query } = followEmailLink(world, ownRequest);
      return { path: path!.replace(ownRequest.id, otherRequest.id), query: query! };
    },
  ],
  taken_meanwhile: ['invalid', async (world) => followEmailLink(world, await requestChange(world, world.people.owner.email))],
  unknown_id: ['invalid', async (world) => followEmailLink(world, { id: newId(), email: freshAddress() })],
};

export const emailChangeRows: Row[] = [
  ...Object.entries(newAddresses).map(([address, { password, email }]): Row => ({
    call: changeEmail,
    about: { address },
    ...(address === 'taken' && { actors: ['non_follower'] }),
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => asStandIn(world, actor, { json: { email: email(world), password } }),
  })),
  {
    call: changeEmail,
    about: { password: 'wrong' },
    actors: ['visitor', 'unverified', 'non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: (world, actor) => asStandIn(world, actor, { json: { email: freshAddress(), password: 'something else' } }),
  },
  {
    call: changeEmail,
    about: { address: 'their_own' },
    actors: ['non_follower', 'unverified'],
    expect: () => ({ ...refused('validation'), has: ['errors.email'] }),
    ask: async (world, actor) => {
      const { email, token } = await addStandIn(world, actor);
      return { json: { email: email.toUpperCase(), password: testPassword }, headers: { authorization: `Bearer ${token}` } };
    },
  },
  {
    call: confirmNewEmail,
    about: { link: 'good' },
    expect: () => ({ status: 302, location: '/confirm-email?status=changed', stores: true }),
    ask: async (world) => followEmailLink(world, await requestChange(world, freshAddress())),
  },
  ...Object.entries(links).map(([link, [status, make]]): Row => ({
    call: confirmNewEmail,
    about: { link },
    actors: ['visitor'],
    expect: () => ({ status: 302, location: `/confirm-email?status=${status}`, stores: false }),
    ask: make,
  })),
];
