import { insertFollow } from '../../people/follows/queries.ts';
import { addTestAccount } from '../accounts.ts';
import { addTestMember, type TestMember } from '../app.ts';
import { block, mute, setMember } from '../posts.ts';
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

type Bond = (app: World['app'], viewer: TestMember, somebody: TestMember) => Promise<unknown>;

/** Each actor's relation to the requested member, as in the world. */
const bonds: Partial<Record<Actor, Bond>> = {
  follower: (app, viewer, somebody) => insertFollow(app.db, viewer.id, somebody.id),
  followed_by_owner: (app, viewer, somebody) => insertFollow(app.db, somebody.id, viewer.id),
  blocked: (app, viewer, somebody) => block(app, somebody, viewer),
  blocker: (app, viewer, somebody) => block(app, viewer, somebody),
  muter: (app, viewer, somebody) => mute(app, viewer, somebody),
};

/** Sends calls that change a relation as a copy of the actor, about a copy of the owner, so that other cases are unaffected. */
export async function paramsOfTarget(
  { app }: World,
  actor: Actor,
  columns: Record<string, unknown> = {},
): Promise<Ask & { viewer?: TestMember }> {
  const isMember = (members as readonly Actor[]).includes(actor);
  const viewer = isMember && actor !== 'suspended' ? await addTestMember(app, columnsOf[actor]) : undefined;
  const somebody = actor === 'owner' && viewer ? viewer : await addTestMember(app);
  if (viewer) await bonds[actor]?.(app, viewer, somebody);
  await setMember(app, somebody, { ...columns, name: 'Somebody' });
  const ask = { params: { id: somebody.id } };
  return viewer ? { ...ask, viewer, headers: { authorization: `Bearer ${viewer.token}` } } : ask;
}
