import { customiseProfile, listProfilePhotos, profileViewpoints, readProfile } from '@mbari/contract/people/profiles';
import type { RefusalCode } from '@mbari/contract/platform/endpoint';
import { addTestMember } from '../../app.ts';
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
  readableOf,
  refused,
  type State,
} from '../rules.ts';
import { asStandIn } from '../stand-in.ts';
import type { World } from '../world.ts';

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
