import * as exhibitions from '@mbari/contract/photos/exhibitions';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../../platform/ids.ts';
import { addTestExhibition } from '../../posts.ts';
import { actors, type Actor, members } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isOwner,
  mayJoin,
  ok,
  publicState,
  refused,
  type State,
} from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

/** An exhibition by a bystander with the owner's post. */
const showing = async ({ app, bystander, photo }: World, opening?: { opens_at: null }): Promise<{ id: string }> =>
  addTestExhibition(app, bystander, { works: [photo], ...opening });

/** An exhibition that the owner curates. */
const byOwner = async ({ app, people, photo }: World): Promise<{ id: string }> => addTestExhibition(app, people.owner, { works: [photo] });

/** An exhibition exists for those for whom its curator exists, whoever may see its works. */
const reads = (actor: Actor, { photo }: State): boolean => isOwner(actor) || (!isBlockedEitherWay(actor) && photo !== 'owner_suspended');
const edits = (actor: Actor, state: State, then: Expected): Expected =>
  !reads(actor, state) ? hidden() : isOwner(actor) ? then : refused('not_owner');

const saved = ok({ has: ['data.id', 'data.version'], lacks: ['data.curators.0.email'], stores: true });
const stored = ok({ has: ['message'], stores: true });

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const editing = (call: Endpoint, then: Expected, more: (world: World) => Ask = () => ({})): Row => ({
    ...of,
    call,
    expect: (actor) => edits(actor, state, then),
    ask: async (world) => {
      const { params, ...rest } = more(world);
      return { ...rest, params: { id: (await byOwner(world)).id, ...params } };
    },
  });
  return [
    {
      ...of,
      call: exhibitions.readRoom,
      expect: (actor) =>
        ok(mayJoin(actor, state) ? { has: ['data.0.id', 'meta.room.items.0.photo_id'] } : { lacks: ['data.0', 'meta.room.items.0'] }),
      ask: async (world) => ({ params: { id: (await showing(world)).id, number: '1' } }),
    },
    {
      ...of,
      call: exhibitions.readExhibition,
      about: { exhibition: 'draft' },
      expect: (actor) => (isOwner(actor) ? ok({ has: ['data.rooms.0.title'], lacks: ['data.curators.0.email'] }) : hidden()),
      ask: async (world) => ({ params: { id: (await showing(world, { opens_at: null })).id } }),
    },
    {
      ...of,
      call: exhibitions.readExhibition,
      expect: (actor) =>
        reads(actor, state)
          ? ok({ has: ['data.title'], lacks: ['data.curators.0.email', ...(mayJoin(actor, state) ? [] : ['data.cover.id'])] })
          : hidden(),
      ask: async (world) => ({ params: { id: (await byOwner(world)).id } }),
    },
    {
      ...of,
      call: exhibitions.listExhibitions,
      expect: (actor) => ok({ has: ['data', 'meta.per_page'], contains: reads(actor, state) && actor !== 'muter' }),
      ask: async (world) => ({ query: 'per_page=50', item: (await byOwner(world)).id }),
    },
    {
      ...of,
      call: exhibitions.answerWorkRequest,
      expect: (actor) => (isOwner(actor) ? saved : hidden()),
      ask: async (world) => ({ params: { id: (await showing(world)).id, photoId: world.photo.id }, json: { is_accepted: false } }),
    },
    editing(exhibitions.updateExhibition, saved, () => ({ json: { title: 'Cloth', rooms: [], version: 1 } })),
    editing(exhibitions.inviteCurator, saved, ({ bystander }) => ({ json: { member_id: bystander.id } })),
    editing(exhibitions.removeCurator, ok({ has: ['message'] }), ({ bystander }) => ({ params: { memberId: bystander.id } })),
    editing(exhibitions.deleteExhibition, stored),
    {
      ...of,
      call: exhibitions.acceptCurating,
      about: { invited: 'no' },
      expect: (actor) => (isOwner(actor) ? saved : hidden()),
      ask: async (world) => ({ params: { id: (await byOwner(world)).id } }),
    },
  ];
};

const own: Row[] = [
  {
    call: exhibitions.createExhibition,
    expect: () => created({ has: ['data.id'], stores: true }),
    ask: () => ({ json: { title: 'Indigo' } }),
  },
  {
    call: exhibitions.acceptCurating,
    about: { invited: 'yes' },
    actors: members,
    expect: () => saved,
    ask: async (world, actor) => {
      const { id } = await addTestExhibition(world.app, world.bystander, { opens_at: null });
      await world.app.db.run('insert into exhibition_curators values ($1, $2)', [id, memberOf(world, actor)!.id]);
      return { params: { id } };
    },
  },
  {
    call: exhibitions.readExhibition,
    about: { exhibition: 'missing' },
    state: publicState,
    expect: hidden,
    ask: () => ({ params: { id: newId() } }),
  },
];

export const exhibitionRows: Row[] = [...own, ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState)];
