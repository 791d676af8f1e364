import { addPasskey, passkeyLogin, removePasskey, renamePasskey, startPasskey, startPasskeyLogin } from '@mbari/contract/identity/passkeys';
import { newId } from '../../../platform/ids.ts';
import { addTestAccount, giveTestPassword, testPassword } from '../../accounts.ts';
import type { TestMember } from '../../app.ts';
import type { Lies } from '../../authenticator.ts';
import { addTestPasskey, deviceFor, makeTestPasskey } from '../../passkeys.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, gate, hidden, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

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
