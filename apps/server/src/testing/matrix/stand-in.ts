import { addTestAccount } from '../accounts.ts';
import type { TestMember } from '../app.ts';
import { type Actor, columnsOf, members } from './actors.ts';
import type { Ask } from './driver.ts';
import type { World } from './world.ts';

/** Sends calls that change an account as a copy of the actor. Visitors, bad tokens and suspended members send their own. */
export async function asStandIn(world: World, actor: Actor, ask: Ask, columns: Record<string, unknown> = {}): Promise<Ask> {
  if (!(members as readonly Actor[]).includes(actor) || actor === 'suspended') return ask;
  const { token } = await addStandIn(world, actor, columns);
  return { ...ask, headers: { authorization: `Bearer ${token}` } };
}

/** Adds a copy of the actor, who signs in with `testPassword`. */
export const addStandIn = ({ app }: World, actor: Actor, columns: Record<string, unknown> = {}): Promise<TestMember> =>
  addTestAccount(app, { ...columnsOf[actor], ...columns });
