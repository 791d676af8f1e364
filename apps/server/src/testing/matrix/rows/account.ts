import { createHash, randomBytes } from 'node:crypto';
import { answerConsent, readConsent } from '@mbari/contract/client-api/consent';
import { closeAccount, exportAccount } from '@mbari/contract/identity/account';
import { createApiToken, listApiTokens, revokeApiToken } from '@mbari/contract/identity/api-tokens';
import * as auth from '@mbari/contract/identity/auth';
import * as sessions from '@mbari/contract/identity/sessions';
import * as members from '@mbari/contract/people/members';
import { readInterests, replaceInterests, updateProfile } from '@mbari/contract/people/members';
import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import { readStorage } from '@mbari/contract/platform/media';
import { readSite } from '@mbari/contract/platform/site';
import { newRefreshSecret, secretHash } from '../../../identity/sign-in/sessions.ts';
import { hashPassword } from '../../../platform/adapters/passwords.ts';
import { newId } from '../../../platform/ids.ts';
import { giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestApiToken, addTestMember, type TestApp } from '../../app.ts';
import { outOfBand, registerTestClient, turnOnClientApps } from '../../client-apps.ts';
import { type Actor, except } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, gate, hidden, ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';

const secrets = ['password', 'password_hash', 'token_hash', 'refresh_hash', 'remember_token'];
const self = ok({ has: ['data.id', 'data.email', 'data.forum_settings.profile_visibility'], lacks: secrets.map((name) => `data.${name}`) });

const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** Gives an account the password that the cases send. */
async function withPassword(app: TestApp, id: string): Promise<void> {
  passwordHash ??= hashPassword(password);
  await app.db.pool.query('update members set password_hash = $2 where id = $1', [id, await passwordHash]);
}

const signedIn = ok({ has: ['token', 'user.id'], lacks: secrets.map((name) => `user.${name}`), stores: true });
const accounts: Record<string, Actor> = {
  onboarded: 'non_follower',
  unverified: 'unverified',
  verified_no_onboarding: 'verified_no_onboarding',
  paid: 'paid_member',
  moderator: 'moderator',
  admin: 'admin',
  suspended: 'suspended',
};

const loginAs = (account: string, cred: 'right' | 'wrong') => async (world: World) => {
  const member = memberOf(world, accounts[account]!)!;
  await withPassword(world.app, member.id);
  return { json: { email: member.email, password: cred === 'right' ? password : 'something else', device_name: 'web' } };
};

const loginRows: Row[] = [
  { call: auth.login, about: { account: 'onboarded', cred: 'right' }, expect: () => signedIn, ask: loginAs('onboarded', 'right') },
  ...Object.keys(accounts).flatMap((account): Row[] => [
    ...(account === 'onboarded'
      ? []
      : [
          {
            call: auth.login,
            about: { account, cred: 'right' },
            actors: ['visitor'],
            expect: () => (account === 'suspended' ? refused('account_suspended') : signedIn),
            ask: loginAs(account, 'right'),
          } satisfies Row,
        ]),
    {
      call: auth.login,
      about: { account, cred: 'wrong' },
      actors: ['visitor'],
      expect: () => refused('invalid_credentials'),
      ask: loginAs(account, 'wrong'),
    },
  ]),
  {
    call: auth.login,
    about: { account: 'does_not_exist', cred: 'any' },
    actors: ['visitor'],
    expect: () => refused('invalid_credentials'),
    ask: () => ({ json: { email: 'nobody@example.test', password } }),
  },
];

export const registration = (more: Record<string, unknown> = {}): Record<string, unknown> => {
  const word = `n${newId().replaceAll('-', '').slice(-20)}`;
  return {
    name: 'Ngozi Eze',
    username: word,
    email: `${word}@example.test`,
    country_code: '+234',
    phone: '8031234567',
    password,
    password_confirmation: password,
    ...more,
  };
};

const opened = created({ has: ['token', 'user.id', 'message'], lacks: ['user.email_verified_at', 'user.password_hash'], stores: true });
const registerRows: Row[] = [
  { call: auth.register, about: { email: 'fresh' }, expect: () => opened, ask: () => ({ json: registration() }) },
  {
    call: auth.register,
    about: { email: 'taken_verified' },
    actors: ['visitor'],
    expect: () => opened,
    ask: ({ people }) => ({ json: registration({ email: people.non_follower.email }) }),
  },
  {
    call: auth.register,
    about: { email: 'taken_unverified' },
    actors: ['visitor'],
    expect: () => opened,
    ask: ({ people }) => ({ json: registration({ email: people.unverified.email }) }),
  },
  {
    call: auth.register,
    about: { username: 'taken' },
    actors: ['visitor'],
    expect: () => ({ ...refused('validation'), has: ['errors.username'] }),
    ask: ({ people }) => ({ json: registration({ username: people.non_follower.username.toUpperCase() }) }),
  },
];

async function withCookie(world: World, actor: Actor): Promise<{ headers?: Record<string, string> }> {
  const member = memberOf(world, actor);
  if (!member) return {};
  const id = newId();
  const secret = newRefreshSecret(world.app.context.secrets, id);
  await world.app.db.pool.query('insert into sessions (id, member_id, refresh_hash) values ($1, $2, $3)', [
    id,
    member.id,
    secretHash(secret),
  ]);
  return { headers: { cookie: `mbari_refresh=${secret}` } };
}

const sessionRows: Row[] = [
  { call: members.readMe, expect: () => self },
  { call: members.readAuthMe, expect: () => self },
  { call: sessions.logout, expect: () => ok({ stores: true }) },
  {
    call: sessions.refresh,
    expect: (actor) =>
      ['visitor', 'invalid_token', 'suspended'].includes(actor) ? refused('unauthenticated') : ok({ has: ['token'], stores: true }),
    ask: withCookie,
  },
];

type Link = { id: string; hash: string; expires: string; signature: string };

/** Signs a link independently of the product's code. */
function linkFor({ context: { secrets: keys } }: TestApp, { id, email }: { id: string; email: string }, secondsLeft = 3600): Link {
  const hash = createHash('sha256').update(email).digest('hex');
  const expires = String(Math.floor(Date.now() / 1000) + secondsLeft);
  return { id, hash, expires, signature: keys.sign('verify-email', `${id}.${hash}.${expires}`) };
}

const pending = ({ app }: World) => addTestMember(app, { email_verified_at: null });
const follow = ({ id, hash, expires, signature }: Link) => ({
  path: `/email/verify/${id}/${hash}`,
  query: new URLSearchParams({ expires, signature }).toString(),
});

const links: Record<string, [status: string, make: (world: World) => Promise<Link>]> = {
  repeated: ['already-verified', async (world) => linkFor(world.app, await addTestMember(world.app))],
  bad_signature: [
    'invalid-signature',
    async (world) => ({ ...linkFor(world.app, await pending(world)), signature: randomBytes(32).toString('base64url') }),
  ],
  expired: ['invalid-signature', async (world) => linkFor(world.app, await pending(world), -1)],
  later_expiry: ['invalid-signature', async (world) => ({ ...linkFor(world.app, await pending(world)), expires: '9999999999' })],
  bad_hash: ['invalid-hash', async (world) => ({ ...linkFor(world.app, await pending(world)), hash: '0'.repeat(64) })],
  other_users_id: ['invalid-signature', async (world) => ({ ...linkFor(world.app, await pending(world)), id: world.people.unverified.id })],
  unknown_id: ['invalid-signature', async (world) => ({ ...linkFor(world.app, await pending(world)), id: newId() })],
  email_changed_since: [
    'invalid-hash',
    async (world) => {
      const member = await pending(world);
      const link = linkFor(world.app, member);
      await world.app.db.pool.query('update members set email = $2 where id = $1', [member.id, `moved-${member.email}`]);
      return link;
    },
  ],
};

const emailRows: Row[] = [
  { call: auth.readEmailStatus, expect: () => ok({ has: ['email_verified', 'verified'] }) },
  // Verified members get no mail.
  { call: auth.resendVerification, expect: (actor) => ok({ has: ['message'], stores: actor === 'unverified' }) },
  ...(['known_unverified', 'known_verified', 'unknown'] as const).map((email): Row => ({
    call: auth.resendVerificationByEmail,
    about: { email },
    ...(email !== 'known_unverified' && { actors: ['visitor'] }),
    // The server queues a mail for every address, so that timing reveals nothing. Mails to unknown addresses are dropped later.
    expect: () => ok({ has: ['message'], stores: true }),
    ask: ({ people }) => ({
      json: {
        email: { known_unverified: people.unverified.email, known_verified: people.owner.email, unknown: 'nobody@example.test' }[email],
      },
    }),
  })),
  {
    call: auth.verifyEmail,
    about: { link: 'good' },
    expect: () => ({ status: 302, location: '/verify-email?status=verified', stores: true }),
    ask: async (world) => follow(linkFor(world.app, await pending(world))),
  },
  ...Object.entries(links).map(([link, [status, make]]): Row => ({
    call: auth.verifyEmail,
    about: { link },
    actors: ['visitor'],
    expect: () => ({ status: 302, location: `/verify-email?status=${status}`, stores: false }),
    ask: async (world) => follow(await make(world)),
  })),
];

const music = '019aa000-0000-7000-8000-000000000001';

export const accountRows: Row[] = [
  { call: readSite, expect: () => ok({ has: ['data.name', 'data.limits'] }) },
  ...sessionRows,
  ...loginRows,
  ...registerRows,
  ...emailRows,
  { call: updateProfile, expect: () => ({ ...self, stores: true }), ask: () => ({ json: { occupation: 'Potter' } }) },
  { call: readInterests, expect: () => ok({ has: ['available', 'selected'] }) },
  { call: replaceInterests, expect: () => ok({ has: ['selected'], stores: true }), ask: () => ({ json: { category_ids: [music] } }) },
];

export const closingRows: Row[] = [
  {
    call: closeAccount,
    about: { password: 'right' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => asStandIn(world, actor, { json: { password: testPassword } }),
  },
  ...(['wrong', 'missing'] as const).map((password): Row => ({
    call: closeAccount,
    about: { password },
    ...(password === 'missing' && { actors: ['non_follower'] }),
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: (world, actor) => asStandIn(world, actor, { json: password === 'wrong' ? { password: 'something else' } : {} }),
  })),
];

export const exportRows: Row[] = [{ call: exportAccount, expect: () => ok() }];

const allFields = [
  'profile_visibility',
  'post_visibility',
  'contact_visibility',
  'show_location',
  'show_phone_number',
  'email_notification_preferences.likes',
  'push_notification_preferences.likes',
  'locale',
  'time_zone',
  'tags_in_following',
  'muted_words',
].map((name) => `data.${name}`);

const open = {
  contact_visibility: 'private',
  show_location: false,
  tags_in_following: true,
  notify_on_reply: false,
  notify_on_forum: false,
  email_notification_preferences: { likes: 'daily' },
  push_notification_preferences: { likes: true },
  locale: 'en',
  time_zone: 'Africa/Lagos',
  muted_words: ['elections'],
};
const lapsed = { plan_name: 'Premium', plan_ends_at: new Date(0) };

const changes: [change: string, plan: 'free' | 'paid' | 'lapsed', sent: object, stored: Record<string, unknown>, passes: boolean][] = [
  ['open_fields', 'free', open, {}, true],
  ['open_fields', 'paid', open, {}, true],
  ['profile_unchanged', 'free', { profile_visibility: 'public', post_visibility: 'public', show_birthday: true }, {}, true],
  ['profile_to_private', 'free', { profile_visibility: 'private' }, {}, false],
  ['posts_to_followers', 'free', { post_visibility: 'followers' }, {}, false],
  ['open_fields_and_to_private', 'free', { ...open, profile_visibility: 'private' }, {}, false],
  ['profile_to_private', 'paid', { profile_visibility: 'private' }, {}, true],
  ['posts_to_followers', 'paid', { post_visibility: 'followers' }, {}, true],
  ['private_unchanged', 'lapsed', { profile_visibility: 'private' }, { ...lapsed, profile_visibility: 'private' }, true],
  ['private_to_public', 'lapsed', { profile_visibility: 'public' }, { ...lapsed, profile_visibility: 'private' }, true],
  ['public_to_private', 'lapsed', { profile_visibility: 'private' }, lapsed, false],
  ['public_to_followers', 'lapsed', { post_visibility: 'followers' }, lapsed, false],
];

export const settingsRows: Row[] = [
  { call: readForumSettings, expect: () => ok({ has: allFields }) },
  ...changes.map(([change, plan, json, stored, passes]): Row => ({
    call: saveForumSettings,
    about: { change, plan },
    actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
    expect: () =>
      passes ? ok({ has: [...allFields, 'message'], stores: true }) : { ...refused('upgrade_required'), has: ['errors'], stores: false },
    ask: (world, actor) => asStandIn(world, actor, { json }, stored),
  })),
];

export const storageRows: Row[] = [{ call: readStorage, expect: () => ok({ has: ['data.used_bytes', 'data.limit_bytes'] }) }];

const tokenOf = async (app: TestApp, member: { id: string } | undefined): Promise<{ params: { id: string } }> => {
  if (!member) return { params: { id: newId() } };
  await addTestApiToken(app, member.id);
  const newest = await app.db.row<{ id: string }>('select id from api_tokens where member_id = $1 order by id desc limit 1', [member.id]);
  return { params: { id: newest!.id } };
};

const creating =
  (change: object = {}) =>
  async ({ app, ...world }: World, actor: Actor): Promise<Ask> => {
    const member = gate(actor, 'verified') === null ? memberOf({ app, ...world }, actor) : undefined;
    if (member) await giveTestPassword(app, member);
    if (member) await app.db.run('delete from api_tokens where member_id = $1', [member.id]);
    return { json: { name: 'Script', scopes: ['read'], days: 30, password: testPassword, ...change } };
  };

export const apiTokenRows: Row[] = [
  {
    call: listApiTokens,
    expect: () => ok({ has: ['data.0.name', 'data.0.scopes'], lacks: ['data.0.token', 'data.0.token_hash'], stores: false }),
    ask: async (world, actor) => {
      await tokenOf(world.app, memberOf(world, actor));
      return {};
    },
  },
  { call: createApiToken, expect: () => created({ has: ['token', 'data.id'], stores: true }), ask: creating() },
  {
    call: createApiToken,
    about: { password: 'wrong' },
    actors: ['non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: creating({ password: 'something else' }),
  },
  {
    call: revokeApiToken,
    about: { of: 'self' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => tokenOf(world.app, memberOf(world, actor)),
  },
  {
    call: revokeApiToken,
    about: { of: 'other_member' },
    expect: hidden,
    ask: ({ app, bystander }) => tokenOf(app, bystander),
  },
];

/** Returns what an app asks for that the member may allow. */
async function requestOf({ app }: World, change: Record<string, string> = {}): Promise<string> {
  await turnOnClientApps(app);
  const { client_id } = await registerTestClient(app);
  const asked = { client_id, redirect_uri: outOfBand, response_type: 'code', scope: 'read', ...change };
  return `q${Buffer.from(new URLSearchParams(asked).toString()).toString('base64url')}`;
}

export const clientAppRows: Row[] = [
  {
    call: readConsent,
    expect: () => ok({ has: ['data.name', 'data.scopes'] }),
    ask: async (world) => ({ query: `request=${await requestOf(world)}` }),
  },
  {
    call: readConsent,
    about: { app: 'missing' },
    expect: hidden,
    ask: async (world) => ({ query: `request=${await requestOf(world, { client_id: world.bystander.id })}` }),
  },
  {
    call: answerConsent,
    expect: () => ok({ has: ['data.code'], stores: true }),
    ask: async (world) => ({ json: { request: await requestOf(world), is_allowed: true } }),
  },
  {
    call: answerConsent,
    about: { redirect_uri: 'not registered' },
    expect: () => refused('validation'),
    ask: async (world) => ({ json: { request: await requestOf(world, { redirect_uri: 'https://evil.example/' }), is_allowed: true } }),
  },
];
