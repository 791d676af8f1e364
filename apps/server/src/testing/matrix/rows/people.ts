import * as blocks from '@mbari/contract/people/blocks';
import * as suggestions from '@mbari/contract/people/directory';
import { listMembers } from '@mbari/contract/people/directory';
import * as follows from '@mbari/contract/people/follows';
import { customiseProfile, listProfilePhotos, profileViewpoints, readProfile } from '@mbari/contract/people/profiles';
import type { RefusalCode } from '@mbari/contract/platform/endpoint';
import { insertFollow } from '../../../people/follows/queries.ts';
import { addTestMember, type TestApp, type TestMember } from '../../app.ts';
import { block, mute, setMember } from '../../posts.ts';
import { type Actor, actors, except } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isOwner,
  mayFind,
  ok,
  type PrivateField,
  privateFields,
  publicState,
  readableOf,
  refused,
  type State,
} from '../rules.ts';
import { asStandIn, paramsOfTarget } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';

const where: Record<PrivateField, string[]> = {
  bio: ['data.bio', 'data.profile.bio'],
  links: ['data.social_links.github', 'data.profile.social_links.github'],
  occupation: ['data.occupation'],
  gender: ['data.gender', 'data.profile.gender'],
  country: ['data.country'],
  phone: ['data.phone'],
  email: ['data.email'],
  date_of_birth: ['data.date_of_birth', 'data.profile.date_of_birth'],
};
const pathsOf = (fields: readonly PrivateField[]): string[] => fields.flatMap((field) => where[field]);

const always = ['data.id', 'data.username', 'data.name', 'data.is_following', 'data.forum_settings.profile_visibility'];
const hiddenKeys = ['photos', 'interests', 'stats', 'followers_count', 'following_count', 'created_at', 'customisation', 'viewer'].map(
  (key) => `data.${key}`,
);
const never = ['country_code', 'role', 'password', 'token', 'email_verified', 'forum_settings.post_visibility'].map((key) => `data.${key}`);

const isClosed = (actor: Actor, { profile }: State): boolean => profile === 'private' && !isOwner(actor);
const isGone = ({ photo }: State): boolean => photo === 'owner_suspended';

function profile(actor: Actor, state: State): Expected {
  if (isBlockedEitherWay(actor) || isGone(state)) return hidden();
  if (isClosed(actor, state)) return ok({ has: always, lacks: [...hiddenKeys, ...never, ...pathsOf(privateFields)], contains: false });
  const readable = readableOf(actor, state);
  const lacks = [...never, ...pathsOf(privateFields.filter((field) => !readable.includes(field)))];
  return ok({ has: [...always, ...hiddenKeys, ...pathsOf(readable)], lacks, contains: mayFind(actor, state) });
}

function gallery(actor: Actor, state: State, closed: RefusalCode = 'profile_private'): Expected {
  if (isBlockedEitherWay(actor) || isGone(state)) return hidden();
  return isClosed(actor, state) ? refused(closed) : ok({ has: ['data', 'meta.total'], contains: mayFind(actor, state) });
}

const ofOwner = ({ people, photo }: World): Ask => ({ params: { username: people.owner.username }, item: photo.id });

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)), ask: ofOwner, tells: readableOf };
  return [
    { ...of, call: readProfile, expect: profile },
    { ...of, call: listProfilePhotos, expect: gallery },
  ];
};

/** The owner previews the profile as others see it; for other actors the parameter has no effect. */
const sameAs = { visitor: 'visitor', member: 'non_follower', follower: 'follower' } as const;
const asOthers = (state: State): Row[] =>
  profileViewpoints.flatMap((viewpoint) => {
    const eyes = (actor: Actor): Actor => (isOwner(actor) ? sameAs[viewpoint] : actor);
    const of = {
      state,
      about: { as: viewpoint },
      ask: (world: World): Ask => ({ ...ofOwner(world), query: `as=${viewpoint}` }),
      tells: readableOf,
    };
    return [
      { ...of, call: readProfile, expect: (actor: Actor) => profile(eyes(actor), state) },
      { ...of, call: listProfilePhotos, expect: (actor: Actor) => gallery(eyes(actor), state) },
    ];
  });

const targets = { unverified: { email_verified_at: null }, suspended: { suspended_at: new Date() }, closed: { closed_at: new Date() } };

/** An unavailable member is answered like one who never existed. */
const deletedRows = [readProfile, listProfilePhotos].flatMap((call): Row[] => [
  ...Object.entries(targets).map(([target, columns]): Row => ({
    call,
    about: { target },
    expect: hidden,
    ask: async ({ app }) => ({ params: { username: (await addTestMember(app, columns)).username } }),
  })),
  { call, about: { target: 'never_existed' }, expect: hidden, ask: () => ({ params: { username: 'nobody.of.that.name' } }) },
]);

const all = { profile: 'public', posts: 'public', photo: 'ready' } as const;
const contacts = (['everyone', 'registered', 'followers', 'private'] as const).flatMap((contact) =>
  (['on', 'off'] as const).map((flags): State => ({ ...all, contact, flags })),
);
const closed = (['public', 'followers'] as const).map((posts): State => ({
  ...all,
  profile: 'private',
  posts,
  contact: 'everyone',
  flags: 'on',
}));
const shared: State = { ...all, posts: 'followers', contact: 'everyone', flags: 'on' };
const photos = (['deleted', 'removed_by_moderation', 'owner_suspended', 'reported'] as const).map((photo): State => ({ ...shared, photo }));

export const profileRows: Row[] = [
  ...[...contacts, ...closed, shared, ...photos].flatMap(inState),
  ...[{ ...all, contact: 'registered', flags: 'on' } as const, closed[0]!, shared].flatMap(asOthers),
  ...deletedRows,
];

const allFields = ['data.pinned', 'message'];
const lapsed = { plan_name: 'Premium', plan_ends_at: new Date(0), accent: 'leaf' };

const changes: [change: string, plan: 'free' | 'paid' | 'lapsed', sent: object, stored: Record<string, unknown>, passes: boolean][] = [
  ['none', 'free', { accent: '', pinned: [], remove_cover: true }, {}, true],
  ['accent', 'free', { accent: 'indigo' }, {}, false],
  ['accent', 'paid', { accent: 'indigo' }, {}, true],
  ['accent', 'lapsed', { accent: 'indigo' }, lapsed, false],
  ['accent_unchanged', 'lapsed', { accent: 'leaf' }, lapsed, true],
  ['accent_taken_away', 'lapsed', { accent: '' }, lapsed, true],
];

export const customisingRows: Row[] = [
  ...changes.map(([change, plan, json, stored, passes]): Row => ({
    call: customiseProfile,
    about: { change, plan },
    actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
    expect: () =>
      passes ? ok({ has: allFields, stores: true }) : { ...refused('upgrade_required'), has: ['errors.accent'], stores: false },
    ask: (world, actor) => asStandIn(world, actor, { json }, stored),
  })),
  {
    call: customiseProfile,
    about: { pinned: 'post of another' },
    expect: (actor) => (actor === 'paid_member' ? { ...refused('validation'), has: ['errors.pinned'] } : refused('upgrade_required')),
    ask: (world, actor) => asStandIn(world, actor, { json: { pinned: [world.photo.id] } }),
  },
];

/** `changes` returns the actors for whom the call changes something. All others get the same answer. */
const action = (call: Row['call'], changes: (actor: Actor) => boolean, mayTry: (actor: Actor) => boolean = () => true): Row => ({
  call,
  expect: (actor): Expected => {
    if (isOwner(actor)) return refused('cannot_block_self');
    return mayTry(actor) ? ok({ has: ['message'], stores: changes(actor) }) : hidden();
  },
  ask: (world, actor) => paramsOfTarget(world, actor),
});

const actions: Row[] = [
  // A blocked member may block in return.
  action(blocks.blockMember, (actor) => actor !== 'blocker'),
  action(blocks.unblockMember, (actor) => actor === 'blocker'),
  action(
    blocks.muteMember,
    (actor) => actor !== 'muter',
    (actor) => !isBlockedEitherWay(actor),
  ),
  action(blocks.unmuteMember, (actor) => actor === 'muter'),
];

const unavailable = {
  suspended_target: { suspended_at: new Date() },
  closed_target: { closed_at: new Date() },
  unverified_target: { email_verified_at: null },
};

const blockOfUnavailable = [blocks.blockMember, blocks.muteMember].flatMap((call) =>
  Object.entries(unavailable).map(([target, columns]): Row => ({
    call,
    about: { target },
    actors: ['visitor', 'non_follower', 'follower', 'admin'],
    expect: hidden,
    ask: async ({ app }) => ({ params: { id: (await addTestMember(app, columns)).id } }),
  })),
);

const lists: Row[] = [
  {
    call: blocks.listBlocks,
    expect: (actor) => ok({ has: ['data', 'meta.total'], contains: actor === 'blocker' }),
    ask: ({ people }) => ({ item: people.owner.id }),
  },
  {
    call: blocks.listMutes,
    expect: (actor) => ok({ has: ['data', 'meta.total'], contains: actor === 'muter' }),
    ask: ({ people }) => ({ item: people.owner.id }),
  },
];

export const blockRows: Row[] = [...actions, ...blockOfUnavailable, ...lists];

const shape = { has: ['data', 'meta.total'], lacks: ['data.0.email', 'data.0.phone', 'data.0.bio', 'data.0.date_of_birth'] };

/** Only the owner finds a private profile. A block hides both members from each other; a mute hides nobody. */
const byName = (['public', 'private'] as const).map((profile): Row => {
  const state: State = { profile, posts: 'public', photo: 'ready' };
  return {
    call: listMembers,
    state,
    about: { search: 'exact_username' },
    expect: (actor) => ok({ ...shape, contains: isOwner(actor) || (profile === 'public' && !isBlockedEitherWay(actor)) }),
    ask: ({ people }) => ({ item: people.owner.id, query: `search=${people.owner.username}` }),
  };
});

const unfindable = { email_of_target: 'email', phone_of_target: 'phone', bio_word_of_target: 'bio' } as const;

/** Account data is not searchable. */
const byOtherWords = Object.entries(unfindable).map(([search, column]): Row => ({
  call: listMembers,
  about: { search },
  expect: () => ok({ contains: false }),
  ask: async ({ app, people }) => {
    const word = (await app.db.row<{ word: string }>(`select ${column} as word from members where id = $1`, [people.owner.id]))!.word;
    return { item: people.owner.id, query: `search=${encodeURIComponent(word)}` };
  },
}));

const directoryTargets = {
  unverified_target: { email_verified_at: null },
  not_onboarded_target: { bio: null },
  suspended_target: { suspended_at: new Date() },
  closed_target: { closed_at: new Date() },
};

const byAccountState = Object.entries(directoryTargets).flatMap(([target, columns]) =>
  ['', 'search'].map((search): Row => ({
    call: listMembers,
    about: { target, ...(search && { by: search }) },
    expect: () => ok({ contains: false }),
    ask: async ({ app }) => {
      const member = await addTestMember(app, columns);
      return { item: member.id, query: search && `search=${member.username}` };
    },
  })),
);

/** Newest first: the last member to join is on the first page unless their profile is private. */
const newest = (['public', 'private'] as const).map((profile): Row => ({
  call: listMembers,
  about: { newest: profile },
  expect: () => ok({ ...shape, contains: profile === 'public' }),
  ask: async (world, actor) => {
    const member = await addTestMember(world.app);
    await setMember(world.app, member, { profile_visibility: profile });
    const viewer = memberOf(world, actor);
    if (viewer) await world.app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [viewer.id, member.id]);
    return { item: member.id };
  },
}));

export const directoryRows: Row[] = [...byName, ...byOtherWords, ...byAccountState, ...newest];

const visibilities = ['public', 'private'] as const;
const followLists = [follows.listFollowers, follows.listFollowing];
const privately = ['data.0.email', 'data.0.phone', 'data.0.bio', 'data.0.date_of_birth'];

/** Only the owner reads the lists of a private profile. A block hides both members from each other. */
const reading = (actor: Actor, { profile }: State, then: Expected): Expected => {
  if (isBlockedEitherWay(actor)) return hidden();
  return isOwner(actor) || profile === 'public' ? then : refused('profile_private');
};

const listing = visibilities.flatMap((profile) =>
  followLists.map((call): Row => {
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
const privateItem = followLists.map((call): Row => ({
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

const followOfUnavailable = [...followLists, follows.followMember].flatMap((call) => [
  ...Object.entries(unavailable).map(([target, columns]): Row => ({
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

export const followRows: Row[] = [...listing, ...privateItem, ...followOfUnavailable, ...changing, ...suggesting];
