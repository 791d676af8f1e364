import { searchEverything } from '@mbari/contract/community/search';
import { countNewPhotos, listPhotos } from '@mbari/contract/photos/feed';
import * as followed from '@mbari/contract/photos/followed-subjects';
import { completeTag, readTag } from '@mbari/contract/platform/tags';
import { newId } from '../../../platform/ids.ts';
import { replacePhotoTags } from '../../../platform/tags/queries.ts';
import { addTestTopic } from '../../forum.ts';
import { setMember } from '../../posts.ts';
import { type Actor, actors } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, hidden, isBlockedEitherWay, isOwner, mayFind, ok, type State } from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

const category = 'fashion';
/** Returns a tag that only this post has. */
const tagOf = ({ photo }: World): string => `Harmattan${photo.id.replaceAll('-', '')}`;

/** Filters that match the owner's post. */
const ways: Record<string, (world: World) => Record<string, string>> = {
  'its title': ({ photoWords }) => ({ search: photoWords.title.slice(0, -2).toUpperCase() }),
  'its description': ({ photoWords }) => ({ search: photoWords.description }),
  'its location': ({ photoWords }) => ({ search: photoWords.location }),
  'its place': ({ photoWords }) => ({ place: photoWords.location.toUpperCase() }),
  'its tag': (world) => ({ tag: tagOf(world) }),
  'its category': () => ({ category }),
  'its author': ({ people }) => ({ username: people.owner.username }),
  'all of them': ({ people, photoWords }) => ({ search: photoWords.title, category, username: people.owner.username }),
};

const narrowed = (
  state: State,
  about: Record<string, string>,
  way: (world: World) => Record<string, string>,
  finds: (actor: Actor) => boolean,
): Row => ({
  call: listPhotos,
  state,
  actors: actors.filter((actor) => canBeAsked(actor, state)),
  about,
  expect: (actor) => ok({ contains: finds(actor) }),
  ask: async (world) => {
    await world.app.db.pool.query('update photos set category_id = (select id from categories where slug = $2) where id = $1', [
      world.photo.id,
      category,
    ]);
    await replacePhotoTags(world.app.db, [{ id: world.photo.id, tags: [tagOf(world)] }]);
    return { item: world.photo.id, query: new URLSearchParams({ per_page: '50', ...way(world) }).toString() };
  },
});

/** A tag used only by the owner's post exists only for viewers who may find that post. */
const aboutTag = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const give = (world: World) => replacePhotoTags(world.app.db, [{ id: world.photo.id, tags: [tagOf(world)] }]);
  return [
    {
      ...of,
      call: readTag,
      expect: (actor) => (mayFind(actor, state) ? ok({ has: ['data.tag', 'data.photos_count'] }) : hidden()),
      ask: async (world) => (await give(world), { params: { tag: tagOf(world).toLowerCase() } }),
    },
    {
      ...of,
      call: completeTag,
      expect: (actor) => ok({ contains: mayFind(actor, state) }),
      ask: async (world) => (await give(world), { item: tagOf(world), query: `prefix=${tagOf(world).slice(0, -1)}` }),
    },
  ];
};

/** Global search finds the owner's post and its tag for viewers who find them in lists. */
const aboutEverything = (state: State): Row[] =>
  [
    { by: 'words', item: ({ photo }: World) => photo.id, q: ({ photoWords }: World) => photoWords.title },
    { by: 'tag', item: tagOf, q: (world: World) => `#${tagOf(world).toUpperCase()}` },
  ].map(({ by, item, q }): Row => ({
    call: searchEverything,
    state,
    actors: actors.filter((actor) => canBeAsked(actor, state)),
    about: { by },
    expect: (actor) => ok({ contains: mayFind(actor, state) }),
    ask: async (world) => {
      await replacePhotoTags(world.app.db, [{ id: world.photo.id, tags: [tagOf(world)] }]);
      return { item: item(world), query: `q=${encodeURIComponent(q(world))}` };
    },
  }));

/** Global search of members and topics. */
const everythingElse: Row[] = [
  ...(['public', 'private'] as const).map((profile): Row => ({
    call: searchEverything,
    state: { profile, posts: 'public', photo: 'ready' },
    about: { member: profile },
    expect: (actor) => ok({ contains: isOwner(actor) || (profile === 'public' && !isBlockedEitherWay(actor)) }),
    ask: ({ people }) => ({ item: people.owner.id, query: `q=${people.owner.username}` }),
  })),
  {
    call: searchEverything,
    about: { topic: 'of_owner' },
    expect: (actor) => ok({ contains: !['blocked', 'blocker', 'muter'].includes(actor) }),
    ask: async (world) => {
      const word = `word${newId().replaceAll('-', '')}`;
      return { item: (await addTestTopic(world.app, world.people.owner, { title: word })).id, query: `q=${word}` };
    },
  },
];

export const searchRows: Row[] = photoStates
  .filter(({ photo }) => photo !== 'never_existed')
  .flatMap((state) => [
    ...aboutTag(state),
    ...aboutEverything(state),
    ...Object.entries(ways).flatMap(([by, way]) => [
      narrowed(state, { by }, way, (actor) => mayFind(actor, state)),
      narrowed(
        state,
        { by, among: 'those followed' },
        (world) => ({ ...way(world), feed: 'following' }),
        (actor) => actor === 'follower' && mayFind(actor, state),
      ),
    ]),
  ])
  .concat(everythingElse);

/** Returns a tag that only the owner's post has. */
const subjectTagOf = ({ photo }: World): string => `followed${photo.id.replaceAll('-', '')}`;
const giveTag = (world: World) => replacePhotoTags(world.app.db, [{ id: world.photo.id, tags: [subjectTagOf(world)] }]);

const film = '019aa000-0000-7000-8000-00000000000c';
/** Older than every post. */
const beginning = '00000000-0000-7000-8000-000000000000';

/** Lets the actor follow the post by its tag or category, and include it in the Following feed. */
const subjectWays: Record<string, (world: World, viewerId: string) => Promise<unknown>> = {
  'its tag': async (world, viewerId) => {
    await giveTag(world);
    await world.app.db.run('insert into followed_tags values ($1, $2, $2) on conflict do nothing', [viewerId, subjectTagOf(world)]);
  },
  'its category': async ({ app, photo }, viewerId) => {
    await app.db.run('update photos set category_id = $2 where id = $1', [photo.id, film]);
    await app.db.run('insert into followed_categories values ($1, $2) on conflict do nothing', [viewerId, film]);
  },
};

/** A followed tag or category never shows a post that the actor may not list. */
const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const finds = (actor: Actor) => !isOwner(actor) && mayFind(actor, state);
  return [
    {
      ...of,
      call: followed.followTag,
      expect: (actor) => (mayFind(actor, state) ? ok({ has: ['data.is_following'], stores: true }) : hidden()),
      ask: async (world) => (await giveTag(world), { params: { tag: subjectTagOf(world) } }),
    },
    ...Object.entries(subjectWays).flatMap(([by, prepare]): Row[] => {
      const set = async (world: World, actor: Actor): Promise<void> => {
        const viewer = memberOf(world, actor);
        if (!viewer) return;
        await prepare(world, viewer.id);
        await setMember(world.app, viewer, { tags_in_following: true });
      };
      return [
        {
          ...of,
          call: listPhotos,
          about: { feed: 'following', by },
          expect: (actor) => ok({ contains: finds(actor) }),
          ask: async (world, actor) => (await set(world, actor), { item: world.photo.id, query: 'feed=following&per_page=50' }),
        },
        {
          ...of,
          call: countNewPhotos,
          about: { feed: 'following', by },
          expect: (actor) => ok({ has: ['data.count'], contains: finds(actor) }),
          ask: async (world, actor) => (
            await set(world, actor),
            { item: world.people.owner.id, query: `after=${beginning}&feed=following` }
          ),
        },
      ];
    }),
  ];
};

export const followedSubjectRows: Row[] = [
  { call: followed.listFollowedSubjects, expect: () => ok({ has: ['data.tags', 'data.categories'] }) },
  { call: followed.followCategory, expect: () => ok({ has: ['data.is_following'], stores: true }), ask: () => ({ params: { id: film } }) },
  { call: followed.followCategory, about: { category: 'missing' }, expect: hidden, ask: () => ({ params: { id: newId() } }) },
  {
    call: followed.unfollowCategory,
    expect: () => ok({ has: ['data.is_following'], stores: true }),
    ask: () => ({ params: { id: film } }),
  },
  { call: followed.unfollowTag, expect: () => ok({ has: ['data.is_following'] }), ask: () => ({ params: { tag: 'never-used' } }) },
  ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState),
];
