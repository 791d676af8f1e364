import * as suggestions from '@mbari/contract/people/directory';
import * as follows from '@mbari/contract/people/follows';
import { insertFollow } from '../../../people/follows/queries.ts';
import { addTestMember, type TestApp, type TestMember } from '../../app.ts';
import { block, mute, setMember } from '../../posts.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { type Expected, hidden, isBlockedEitherWay, isOwner, ok, publicState, refused, type State } from '../rules.ts';
import { paramsOfTarget } from '../stand-in.ts';

const visibilities = ['public', 'private'] as const;
const lists = [follows.listFollowers, follows.listFollowing];
const privately = ['data.0.email', 'data.0.phone', 'data.0.bio', 'data.0.date_of_birth'];

/** Only the owner reads the lists of a private profile. A block hides both members from each other. */
const reading = (actor: Actor, { profile }: State, then: Expected): Expected => {
  if (isBlockedEitherWay(actor)) return hidden();
  return isOwner(actor) || profile === 'public' ? then : refused('profile_private');
};

const listing = visibilities.flatMap((profile) =>
  lists.map((call): Row => {
    const state: State = { ...publicState, profile };
    return {
      call,
      state,
      expect: (actor) => reading(actor, state, ok({ has: ['data', 'meta.total'], lacks: privately })),
      ask: ({ people }) => ({ params: { id: people.owner.id } }),
    };
  }),
);

/** A list shows a private profile only to the list's owner and to that member. */
const privateItem = lists.map((call): Row => ({
  call,
  about: { item: 'private_member_in_list' },
  expect: (actor) => reading(actor, publicState, ok({ contains: isOwner(actor) })),
  ask: async ({ app, people: { owner } }) => {
    const shy = await addTestMember(app);
    await insertFollow(app.db, shy.id, owner.id);
    await insertFollow(app.db, owner.id, shy.id);
    await setMember(app, shy, { profile_visibility: 'private' });
    return { params: { id: owner.id }, item: shy.id };
  },
}));

const gone = {
  suspended_target: { suspended_at: new Date() },
  closed_target: { closed_at: new Date() },
  unverified_target: { email_verified_at: null },
};

const ofTheGone = [...lists, follows.followMember].flatMap((call) => [
  ...Object.entries(gone).map(([target, columns]): Row => ({
    call,
    about: { target },
    actors: ['visitor', 'non_follower', 'follower', 'admin'],
    expect: hidden,
    ask: async ({ app }) => ({ params: { id: (await addTestMember(app, columns)).id } }),
  })),
  {
    call,
    about: { target: 'never_existed' },
    actors: ['non_follower', 'admin'] as const,
    expect: hidden,
    ask: () => ({ params: { id: '019aa000-1111-7000-8000-000000000009' } }),
  },
]);

const following = (actor: Actor, profile: State['profile']): Expected => {
  if (isOwner(actor)) return refused('cannot_follow_self');
  if (isBlockedEitherWay(actor)) return hidden();
  if (actor === 'follower') return ok({ has: ['data.is_following', 'data.followers_count'], stores: false });
  return profile === 'public' ? ok({ has: ['data.is_following', 'data.followers_count'], stores: true }) : refused('profile_private');
};

/** Returns the state of a case with this profile. By default the profile is public. */
const of = (profile: State['profile']) => (profile === 'public' ? {} : { state: { ...publicState, profile } });

/** Each case has its own members, because other cases rely on the actors' relations. */
const changing = visibilities.flatMap((profile): Row[] => [
  {
    call: follows.followMember,
    ...of(profile),
    expect: (actor) => following(actor, profile),
    ask: (world, actor) => paramsOfTarget(world, actor, { profile_visibility: profile }),
  },
  {
    call: follows.unfollowMember,
    ...of(profile),
    expect: (actor) =>
      isOwner(actor) ? refused('cannot_follow_self') : ok({ has: ['message'], lacks: ['data.id'], stores: actor === 'follower' }),
    ask: (world, actor) => paramsOfTarget(world, actor, { profile_visibility: profile }),
  },
  {
    call: follows.removeFollower,
    ...of(profile),
    expect: (actor) => ok({ has: ['message'], stores: actor === 'followed_by_owner' }),
    ask: (world, actor) => paramsOfTarget(world, actor, { profile_visibility: profile }),
  },
]);

type Fate = (app: TestApp, viewer: TestMember, target: TestMember) => Promise<unknown>;

const fates: Record<string, Fate> = {
  open: async () => undefined,
  private: (app, _viewer, target) => setMember(app, target, { profile_visibility: 'private' }),
  suspended: (app, _viewer, target) => setMember(app, target, { suspended_at: new Date() }),
  blocked_by_me: (app, viewer, target) => block(app, viewer, target),
  blocked_me: (app, viewer, target) => block(app, target, viewer),
  muted: (app, viewer, target) => mute(app, viewer, target),
  followed: (app, viewer, target) => insertFollow(app.db, viewer.id, target.id),
};

/** Suggests a member with the same interest, followed by a member whom the viewer follows. */
const suggesting = Object.entries(fates).map(([target, fate]): Row => ({
  call: suggestions.listSuggestions,
  about: { target },
  ...(target !== 'open' && { actors: ['non_follower', 'moderator'] as const }),
  expect: () => ok({ has: ['data'], lacks: privately, contains: target === 'open' }),
  ask: async (world, actor) => {
    const { app } = world;
    const { viewer, ...ask } = await paramsOfTarget(world, actor);
    const [friend, member] = [await addTestMember(app), await addTestMember(app)];
    await insertFollow(app.db, friend.id, member.id);
    if (!viewer) return ask;
    await insertFollow(app.db, viewer.id, friend.id);
    // The actor's copy is a stranger to the owner, whose photos it would see on a suggestion.
    await block(app, viewer, world.people.owner);
    await fate(app, viewer, member);
    return { ...ask, item: member.id };
  },
}));

export const followRows: Row[] = [...listing, ...privateItem, ...ofTheGone, ...changing, ...suggesting];
