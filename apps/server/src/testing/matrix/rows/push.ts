import { addPushSubscription, listPushSubscriptions, removePushSubscription } from '@mbari/contract/notifications/push';
import { newId } from '../../../platform/ids.ts';
import { addTestSession } from '../../app.ts';
import { addTestSubscription, makeTestSubscription } from '../../push-subscriptions.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { created, gate, hidden, ok } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

const secrets = ['endpoint', 'endpoint_hash', 'p256dh', 'auth', 'session_id', 'member_id'];

/** Adds a device of the actor. Returns an unknown id for an actor without session. */
async function ownDevice({ app, ...world }: World, actor: Actor): Promise<{ id: string }> {
  const member = memberOf({ app, ...world }, actor);
  if (!member || gate(actor, 'session') !== null) return { id: newId() };
  return addTestSubscription(app, { id: member.id, session_id: (await addTestSession(app, member.id)).session_id });
}

export const pushRows: Row[] = [
  {
    call: listPushSubscriptions,
    about: { of: 'self' },
    expect: () => ok({ has: ['public_key', 'data.0.device'], lacks: secrets.map((name) => `data.0.${name}`), contains: true }),
    ask: async (world, actor) => ({ item: (await ownDevice(world, actor)).id }),
  },
  {
    call: listPushSubscriptions,
    about: { of: 'other_member' },
    expect: () => ok({ contains: false }),
    ask: async ({ app, bystander }) => ({
      item: (await addTestSubscription(app, { id: bystander.id, session_id: (await addTestSession(app, bystander.id)).session_id })).id,
    }),
  },
  {
    call: addPushSubscription,
    expect: () => created({ has: ['data.id', 'data.device'], lacks: secrets.map((name) => `data.${name}`), stores: true }),
    ask: async () => ({ json: makeTestSubscription() }),
  },
  {
    call: removePushSubscription,
    about: { of: 'self' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: async (world, actor) => ({ params: await ownDevice(world, actor) }),
  },
  {
    call: removePushSubscription,
    about: { of: 'other_member' },
    expect: hidden,
    ask: async ({ app, bystander }) => ({
      params: await addTestSubscription(app, { id: bystander.id, session_id: (await addTestSession(app, bystander.id)).session_id }),
    }),
  },
];
