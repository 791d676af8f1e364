import { addTestAccount } from '../accounts.ts';
import type { TestMember } from '../app.ts';
import { type Actor, columnsOf, members } from './actors.ts';
import type { Ask } from './driver.ts';
import type { World } from './world.ts';

/**
 * Asks as somebody just like the actor, whom nobody will miss: for calls after which an account is not what it was. A visitor, a bad
 * token and a suspended member ask for themselves.
 */
export async function asStandIn(world: World, actor: Actor, ask: Ask, columns: Record<string, unknown> = {}): Promise<Ask> {
  if (!(members as readonly Actor[]).includes(actor) || actor === 'suspended') return ask;
  const { token } = await addStandIn(world, actor, columns);
  return { ...ask, headers: { authorization: `Bearer ${token}` } };
}

/** … who signs in with `testPassword`. */
export const addStandIn = ({ app }: World, actor: Actor, columns: Record<string, unknown> = {}): Promise<TestMember> =>
  addTestAccount(app, { ...columnsOf[actor], ...columns });
