import { listProfileSeries } from '@mbari/contract/people/profiles';
import * as series from '@mbari/contract/photos/series';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../../platform/ids.ts';
import { addTestPhoto, addTestSeries } from '../../posts.ts';
import { actors, type Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isOwner,
  isThere,
  mayFind,
  mayJoin,
  ok,
  publicState,
  refused,
  type State,
} from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

/** Adds a series by the owner with the owner's post. Its title is a canary while the owner sees the post, too. */
const seriesIn = ({ app, people, photo, photoWords, state }: World): Promise<{ id: string }> =>
  addTestSeries(app, people.owner, [photo], { title: isThere(state) ? photoWords.title : 'Harmattan' });

const aboutSeries = async (world: World): Promise<Ask> => ({ params: { id: (await seriesIn(world)).id } });
const aboutBoth = async (world: World): Promise<Ask> => ({ params: { id: (await seriesIn(world)).id, photoId: world.photo.id } });

/** A series is as visible as its only post, except for its author. Being reported does not show it to organisers. */
const reads = (actor: Actor, state: State): boolean => isOwner(actor) || mayJoin(actor, state);
const edits = (actor: Actor, state: State, then: Expected): Expected =>
  !reads(actor, state) ? hidden() : isOwner(actor) ? then : refused('not_owner');

function inProfile(actor: Actor, state: State): Expected {
  if (isBlockedEitherWay(actor) || state.photo === 'owner_suspended') return hidden();
  if (state.profile === 'private' && !isOwner(actor)) return refused('profile_private');
  return ok({ has: ['data', 'meta.per_page'], contains: isOwner(actor) || mayFind(actor, state) });
}

const saved = ok({ has: ['data.id', 'data.version'], lacks: ['data.user.email'], stores: true });
const stored = ok({ has: ['message'], stores: true });

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  // The author may not add a post that is gone. This refusal differs from that of a missing series.
  const ofThere = isThere(state) ? of : { ...of, actors: of.actors.filter((actor) => !isOwner(actor)) };
  const editing = (call: Endpoint, then: Expected, ask: NonNullable<Row['ask']>): Row => ({
    ...(call === series.addToSeries ? ofThere : of),
    call,
    expect: (actor) => edits(actor, state, then),
    ask,
  });
  return [
    {
      ...of,
      call: series.readSeries,
      expect: (actor) =>
        reads(actor, state)
          ? ok({ has: ['meta.series.title', ...(isThere(state) ? ['data.0.id'] : [])], lacks: ['meta.series.user.email'] })
          : hidden(),
      ask: aboutSeries,
    },
    {
      ...of,
      call: listProfileSeries,
      expect: (actor) => inProfile(actor, state),
      ask: async (world) => ({ params: { username: world.people.owner.username }, item: (await seriesIn(world)).id }),
    },
    {
      ...of,
      call: series.createSeries,
      about: { with: 'the owner’s post' },
      expect: (actor) => (isOwner(actor) && isThere(state) ? created({ has: ['data.id'], stores: true }) : hidden()),
      ask: ({ photo }) => ({ json: { title: 'Harmattan', photo_id: photo.id } }),
    },
    editing(series.updateSeries, saved, async (world) => ({ ...(await aboutSeries(world)), json: { is_complete: true, version: 1 } })),
    editing(series.deleteSeries, stored, aboutSeries),
    editing(series.addToSeries, ok({ has: ['message'] }), aboutBoth),
    editing(series.removeFromSeries, stored, aboutBoth),
  ];
};

const own: Row[] = [
  { call: series.listOwnSeries, expect: () => ok({ has: ['data'] }) },
  { call: series.createSeries, expect: () => created({ has: ['data.id'], stores: true }), ask: () => ({ json: { title: 'Harmattan' } }) },
  {
    call: series.addToSeries,
    about: { series: 'own', photo: 'of another' },
    actors: actors.filter((actor) => !isOwner(actor)),
    expect: () => refused('not_found'),
    ask: async (world, actor) => {
      const member = memberOf(world, actor) ?? world.bystander;
      const { id } = await addTestSeries(world.app, member, [await addTestPhoto(world.app, member)]);
      return { path: `/series/${id}/photos/${world.photo.id}` };
    },
  },
  { call: series.readSeries, about: { series: 'missing' }, state: publicState, expect: hidden, ask: () => ({ params: { id: newId() } }) },
];

export const seriesRows: Row[] = [...own, ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState)];
