import { closeAccount } from '@mbari/contract/identity/account';
import { testPassword } from '../../accounts.ts';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';

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
