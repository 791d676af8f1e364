import { countNewPhotos, listPhotos } from '@mbari/contract/photos/feed';
import * as followed from '@mbari/contract/photos/followed-subjects';
import { newId } from '../../../platform/ids.ts';
import { replacePhotoTags } from '../../../platform/tags/queries.ts';
import { setMember } from '../../posts.ts';
import { actors, type Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, hidden, isOwner, mayFind, ok, type State } from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

/** Returns a tag that only the owner's post has. */
const tagOf = ({ photo }: World): string => `followed${photo.id.replaceAll('-', '')}`;
const giveTag = (world: World) => replacePhotoTags(world.app.db, [{ id: world.photo.id, tags: [tagOf(world)] }]);

const film = '019aa000-0000-7000-8000-00000000000c';
/** Older than every post. */
const beginning = '00000000-0000-7000-8000-000000000000';

/** Lets the actor follow the post by its tag or category, and include it in the Following feed. */
const ways: Record<string, (world: World, viewerId: string) => Promise<unknown>> = {
  'its tag': async (world, viewerId) => {
    await giveTag(world);
    await world.app.db.run('insert into followed_tags values ($1, $2, $2) on conflict do nothing', [viewerId, tagOf(world)]);
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
      ask: async (world) => (await giveTag(world), { params: { tag: tagOf(world) } }),
    },
    ...Object.entries(ways).flatMap(([by, prepare]): Row[] => {
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
