import { createHash } from 'node:crypto';
import { changeEmail, confirmNewEmail } from '@mbari/contract/identity/account';
import { newId } from '../../../platform/ids.ts';
import { testPassword } from '../../accounts.ts';
import { addTestMember } from '../../app.ts';
import type { Ask, Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { addStandIn, asStandIn } from '../stand-in.ts';
import type { World } from '../world.ts';

const freshAddress = (): string => `n${newId().replaceAll('-', '').slice(-20)}@example.test`;

const asked: Record<string, { password: string; email: (world: World) => string }> = {
  fresh: { password: testPassword, email: freshAddress },
  // The response must not reveal that the address is taken.
  taken: { password: testPassword, email: ({ people }) => people.owner.email },
};

interface Link {
  id: string;
  email: string;
  purpose?: string;
  secondsLeft?: number;
}

/** Signs a link independently of the product's code. */
function follow({ app }: World, { id, email, purpose = 'change-email', secondsLeft = 3600 }: Link): Ask {
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
  repeated: ['already-changed', async (world) => follow(world, await addTestMember(world.app))],
  expired: ['invalid', async (world) => follow(world, { ...(await requestChange(world, freshAddress())), secondsLeft: -1 })],
  of_verification: [
    'invalid',
    async (world) => follow(world, { ...(await requestChange(world, freshAddress())), purpose: 'verify-email' }),
  ],
  superseded: ['invalid', async (world) => follow(world, { ...(await requestChange(world, freshAddress())), email: freshAddress() })],
  other_users_id: [
    'invalid',
    async (world) => {
      const ownRequest = await requestChange(world, freshAddress());
      const otherRequest = await requestChange(world, ownRequest.email);
      const { path, query } = follow(world, ownRequest);
      return { path: path!.replace(ownRequest.id, otherRequest.id), query: query! };
    },
  ],
  taken_meanwhile: ['invalid', async (world) => follow(world, await requestChange(world, world.people.owner.email))],
  unknown_id: ['invalid', async (world) => follow(world, { id: newId(), email: freshAddress() })],
};

export const emailChangeRows: Row[] = [
  ...Object.entries(asked).map(([address, { password, email }]): Row => ({
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
    ask: async (world) => follow(world, await requestChange(world, freshAddress())),
  },
  ...Object.entries(links).map(([link, [status, make]]): Row => ({
    call: confirmNewEmail,
    about: { link },
    actors: ['visitor'],
    expect: () => ({ status: 302, location: `/confirm-email?status=${status}`, stores: false }),
    ask: make,
  })),
];
