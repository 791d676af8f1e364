import * as notifications from '@mbari/contract/notifications/notifications';
import { addPushSubscription, listPushSubscriptions, removePushSubscription } from '@mbari/contract/notifications/push';
import * as events from '@mbari/contract/platform/events';
import { eventsOf } from '../../../platform/events/open-events.ts';
import { newId } from '../../../platform/ids.ts';
import { addTestMember, addTestSession, type TestApp, type TestMember } from '../../app.ts';
import { readStream } from '../../event-stream.ts';
import { addTestReply, addTestTopic, type TestTopic } from '../../forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../posts.ts';
import { addTestSubscription, makeTestSubscription } from '../../push.ts';
import { type Actor, actors, except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, created, gate, hidden, isBlockedEitherWay, isOwner, isStaff, mayOpen, ok, publicState, refused } from '../rules.ts';
import { addNotification, memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

type Fate = (app: TestApp, culprit: TestMember, photo: { id: string }, recipient: TestMember) => Promise<unknown>;

/** Changes of a subject after its notification. */
const fates: Record<string, Fate> = {
  subject_now_followers_only_and_not_follower: (app, culprit) => setMember(app, culprit, { post_visibility: 'followers' }),
  subject_owner_went_private: (app, culprit) => setMember(app, culprit, { profile_visibility: 'private' }),
  subject_deleted: (app, _culprit, photo) => setPhotoGone(app, photo, 'deleted_at'),
  subject_removed: (app, _culprit, photo) => setPhotoGone(app, photo, 'removed_at'),
  actor_suspended: (app, culprit) => setMember(app, culprit, { suspended_at: new Date() }),
  actor_closed_account: (app, culprit) => setMember(app, culprit, { closed_at: new Date() }),
  actor_blocked_me: (app, culprit, _photo, recipient) =>
    app.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [culprit.id, recipient.id]),
  actor_blocked_by_me: (app, culprit, _photo, recipient) =>
    app.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [recipient.id, culprit.id]),
  actor_muted_by_me: (app, culprit, _photo, recipient) =>
    app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [recipient.id, culprit.id]),
};

/** Adds a notification about a new member's post, which the recipient could see at that time. */
const notified = (fate?: Fate) => async (world: World, actor: Actor) => {
  const recipient = memberOf(world, actor) ?? world.bystander;
  const culprit = await addTestMember(world.app);
  const photo = await addTestPhoto(world.app, culprit);
  const id = await addNotification(world.app, recipient, culprit, photo.id);
  await fate?.(world.app, culprit, photo, recipient);
  return { item: id };
};

const listing: Row[] = [
  {
    call: notifications.listNotifications,
    about: { of: 'self' },
    expect: () => ok({ has: ['data.unread_count', 'meta.total'], contains: true }),
    ask: notified(),
  },
  {
    call: notifications.listNotifications,
    about: { of: 'other_member' },
    expect: () => ok({ contains: false }),
    ask: async ({ app, bystander }) => ({ item: await addNotification(app, bystander, await addTestMember(app)) }),
  },
  ...Object.entries(fates).map(([subject, fate]): Row => ({
    call: notifications.listNotifications,
    about: { subject },
    actors: except('owner', 'follower'),
    expect: () => ok({ contains: false }),
    ask: notified(fate),
  })),
];

type ForumFate = (app: TestApp, what: { culprit: TestMember; recipient: TestMember; topic: TestTopic; postId: string }) => Promise<unknown>;

/** Changes of a forum post after its notification. */
const forumFates: Record<string, ForumFate> = {
  forum_post_deleted: (app, { postId }) => app.db.pool.query('update forum_posts set deleted_at = now() where id = $1', [postId]),
  topic_deleted: (app, { topic }) => app.db.pool.query('update forum_topics set deleted_at = now() where id = $1', [topic.id]),
  replier_suspended: (app, { culprit }) => setMember(app, culprit, { suspended_at: new Date() }),
  replier_blocked_me: (app, { culprit, recipient }) => block(app, culprit, recipient),
  replier_blocked_by_me: (app, { culprit, recipient }) => block(app, recipient, culprit),
  replier_muted_by_me: (app, { culprit, recipient }) => mute(app, recipient, culprit),
};

/** Adds a notification of a new member's reply in another member's topic. */
const notifiedOfReply = (fate?: ForumFate) => async (world: World, actor: Actor) => {
  const recipient = memberOf(world, actor) ?? world.bystander;
  const culprit = await addTestMember(world.app);
  const topic = await addTestTopic(world.app, await addTestMember(world.app));
  const { id: postId } = await addTestReply(world.app, topic, culprit);
  const id = newId();
  await world.app.db.run(
    `insert into notifications (id, member_id, type, actor_id, forum_post_id) values ($1, $2, 'followed_topic', $3, $4)`,
    [id, recipient.id, culprit.id, postId],
  );
  await fate?.(world.app, { culprit, recipient, topic, postId });
  return { item: id };
};

const forumListing: Row[] = [
  {
    call: notifications.listNotifications,
    about: { of: 'self', subject: 'forum_post' },
    expect: () => ok({ contains: true }),
    ask: notifiedOfReply(),
  },
  ...Object.entries(forumFates).map(([subject, fate]): Row => ({
    call: notifications.listNotifications,
    about: { subject },
    actors: except('owner', 'follower'),
    expect: () => ok({ contains: false }),
    ask: notifiedOfReply(fate),
  })),
];

/** Repeats the rows with a query for groups or for one group's notifications. */
const asked = (as: 'groups' | 'one_group', rows: Row[]): Row[] =>
  rows.map((row) => ({
    ...row,
    about: { ...row.about, as },
    // One actor represents all members, because the notifying member is new and unrelated to each actor.
    actors: row.actors ? ['non_follower'] : ['visitor', 'invalid_token', 'unverified', 'non_follower', 'suspended'],
    ask: async (world, actor) => {
      const ask = await row.ask!(world, actor);
      return { ...ask, query: as === 'groups' ? 'grouped=1' : `group=${ask.item}` };
    },
  }));

const reading = (of: 'self' | 'other_member', grouped = false): Row => ({
  call: notifications.markNotificationRead,
  about: { of, ...(grouped && { as: 'groups' }) },
  expect: () => (of === 'self' ? ok({ stores: true }) : hidden()),
  ask: async (world, actor) => {
    const recipient = of === 'self' ? (memberOf(world, actor) ?? world.bystander) : world.bystander;
    const from = await addTestMember(world.app);
    return { params: { id: await addNotification(world.app, recipient, from) }, ...(grouped && { query: 'grouped=1' }) };
  },
});

export const notificationRows: Row[] = [
  ...listing,
  ...forumListing,
  ...asked('groups', [...listing, ...forumListing]),
  ...asked('one_group', [...listing, ...forumListing]),
  reading('self'),
  reading('other_member'),
  reading('self', true),
  reading('other_member', true),
  { call: notifications.markAllNotificationsRead, expect: () => ok({ stores: true }) },
];

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
