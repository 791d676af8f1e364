import { login } from '@mbari/contract/identity/auth';
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from '@mbari/contract/identity/security';
import { addTestAccount, giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestTotp, codeOf } from '../../totp.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

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
