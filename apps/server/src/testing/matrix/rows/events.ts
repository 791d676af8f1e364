import * as events from '@mbari/contract/platform/events';
import { eventsOf } from '../../../platform/events/open-events.ts';
import { addTestMember } from '../../app.ts';
import { readStream } from '../../event-stream.ts';
import { addTestTopic } from '../../forum.ts';
import { setMember } from '../../posts.ts';
import { actors } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, hidden, isBlockedEitherWay, isOwner, isStaff, mayOpen, ok, publicState, refused } from '../rules.ts';
import type { World } from '../world.ts';
import { photoStates } from './photos.ts';

const ids = new WeakMap<World, Promise<string>>();

/** Returns a stream id from before all changes in this world. */
function idOfBefore(world: World): Promise<string> {
  const cached = ids.get(world) ?? readId(world);
  ids.set(world, cached);
  return cached;
}

async function readId({ app }: World): Promise<string> {
  const stream = await readStream(app, (await addTestMember(app)).token);
  stream.close();
  return stream.lastId();
}

/** A viewer who may open a post gets its events. */
const watching = photoStates.map((state): Row => ({
  call: events.readEvents,
  state,
  actors: actors.filter((actor) => canBeAsked(actor, state)),
  expect: (actor) => ok({ contains: state.photo !== 'never_existed' && mayOpen(actor, state) }),
  ask: async (world) => {
    const id = await idOfBefore(world);
    await world.app.db.run('update photos set likes_count = likes_count where id = $1', [world.photo.id]);
    return { item: `"id":"${world.photo.id}"`, query: `watch=photo:${world.photo.id}`, headers: { 'last-event-id': id } };
  },
}));

const topicStates = { open: {}, locked: { locked_at: new Date() }, deleted: { deleted_at: new Date() } };

const writing = Object.entries(topicStates).flatMap(([topic, columns]): Row[] => [
  {
    call: events.sayReplying,
    about: { topic },
    expect: (actor) => (topic === 'deleted' ? hidden() : topic === 'locked' && !isStaff(actor) ? refused('locked') : ok({ stores: false })),
    ask: async ({ app, people }) => ({ params: { id: (await addTestTopic(app, people.owner, columns)).id } }),
  },
  {
    call: events.listReplying,
    about: { topic },
    // Viewers get no typing events of hidden members or of themselves.
    expect: (actor) =>
      topic === 'deleted' ? hidden() : ok({ contains: !isOwner(actor) && !isBlockedEitherWay(actor) && actor !== 'muter' }),
    ask: async ({ app, people, bystander }) => {
      const { id } = await addTestTopic(app, bystander, columns);
      eventsOf(app.context).replying.add(id, people.owner.id);
      return { params: { id }, item: people.owner.id };
    },
  },
]);

const present = (['public', 'private'] as const).flatMap((profile) =>
  [true, false].map((isShown): Row => ({
    call: events.listPresence,
    state: { ...publicState, profile },
    about: { shown: String(isShown) },
    expect: (actor) => ok({ contains: isShown && (isOwner(actor) || (profile === 'public' && !isBlockedEitherWay(actor))) }),
    ask: async ({ app, people }) => {
      await setMember(app, people.owner, { show_online_status: isShown });
      return { item: people.owner.id, query: `ids=${people.owner.id}` };
    },
  })),
);

export const eventRows: Row[] = [
  ...watching,
  { call: events.readEvents, expect: () => ok() },
  ...writing,
  ...present,
  {
    call: events.listPresence,
    about: { of: 'suspended' },
    expect: () => ok({ contains: false }),
    ask: async ({ app }) => {
      const { id } = await addTestMember(app, { suspended_at: new Date() });
      return { item: id, query: `ids=${id}` };
    },
  },
];
