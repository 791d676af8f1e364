import { listProfileSeries } from '@mbari/contract/people/profiles';
import * as challenges from '@mbari/contract/photos/challenges';
import * as exhibitions from '@mbari/contract/photos/exhibitions';
import * as series from '@mbari/contract/photos/series';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../../platform/ids.ts';
import { addTestChallenge, addTestExhibition, addTestPhoto, addTestSeries } from '../../posts.ts';
import { type Actor, actors, members } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  adminsOnly,
  canBeAsked,
  created,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isForAll,
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

const seriesRowsIn = (state: State): Row[] => {
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

export const seriesRows: Row[] = [...own, ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(seriesRowsIn)];

/** An exhibition by a bystander with the owner's post. */
const showing = async ({ app, bystander, photo }: World, opening?: { opens_at: null }): Promise<{ id: string }> =>
  addTestExhibition(app, bystander, { works: [photo], ...opening });

/** An exhibition that the owner curates. */
const byOwner = async ({ app, people, photo }: World): Promise<{ id: string }> => addTestExhibition(app, people.owner, { works: [photo] });

/** An exhibition exists for those for whom its curator exists, whoever may see its works. */
const exhibitionReads = (actor: Actor, { photo }: State): boolean =>
  isOwner(actor) || (!isBlockedEitherWay(actor) && photo !== 'owner_suspended');
const exhibitionEdits = (actor: Actor, state: State, then: Expected): Expected =>
  !exhibitionReads(actor, state) ? hidden() : isOwner(actor) ? then : refused('not_owner');

const exhibitionSaved = ok({ has: ['data.id', 'data.version'], lacks: ['data.curators.0.email'], stores: true });

const exhibitionRowsIn = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const editing = (call: Endpoint, then: Expected, more: (world: World) => Ask = () => ({})): Row => ({
    ...of,
    call,
    expect: (actor) => exhibitionEdits(actor, state, then),
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
        exhibitionReads(actor, state)
          ? ok({ has: ['data.title'], lacks: ['data.curators.0.email', ...(mayJoin(actor, state) ? [] : ['data.cover.id'])] })
          : hidden(),
      ask: async (world) => ({ params: { id: (await byOwner(world)).id } }),
    },
    {
      ...of,
      call: exhibitions.listExhibitions,
      expect: (actor) => ok({ has: ['data', 'meta.per_page'], contains: exhibitionReads(actor, state) && actor !== 'muter' }),
      ask: async (world) => ({ query: 'per_page=50', item: (await byOwner(world)).id }),
    },
    {
      ...of,
      call: exhibitions.answerWorkRequest,
      expect: (actor) => (isOwner(actor) ? exhibitionSaved : hidden()),
      ask: async (world) => ({ params: { id: (await showing(world)).id, photoId: world.photo.id }, json: { is_accepted: false } }),
    },
    editing(exhibitions.updateExhibition, exhibitionSaved, () => ({ json: { title: 'Cloth', rooms: [], version: 1 } })),
    editing(exhibitions.inviteCurator, exhibitionSaved, ({ bystander }) => ({ json: { member_id: bystander.id } })),
    editing(exhibitions.removeCurator, ok({ has: ['message'] }), ({ bystander }) => ({ params: { memberId: bystander.id } })),
    editing(exhibitions.deleteExhibition, stored),
    {
      ...of,
      call: exhibitions.acceptCurating,
      about: { invited: 'no' },
      expect: (actor) => (isOwner(actor) ? exhibitionSaved : hidden()),
      ask: async (world) => ({ params: { id: (await byOwner(world)).id } }),
    },
  ];
};

const exhibitionOwn: Row[] = [
  {
    call: exhibitions.createExhibition,
    expect: () => created({ has: ['data.id'], stores: true }),
    ask: () => ({ json: { title: 'Indigo' } }),
  },
  {
    call: exhibitions.acceptCurating,
    about: { invited: 'yes' },
    actors: members,
    expect: () => exhibitionSaved,
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

export const exhibitionRows: Row[] = [
  ...exhibitionOwn,
  ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(exhibitionRowsIn),
];

const hour = 60 * 60_000;
const ahead = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();
const brief = { title: 'Harmattan', starts_at: ahead(1), entries_end_at: ahead(2), voting_end_at: ahead(3) };

/** Members enter posts that everybody may see. */
const mayBeEntered = (state: State): boolean => isForAll(state) && isThere(state);

/** Voters also see new posts, which are scheduled for the end of voting. */
const isHandedOut = (state: State): boolean => mayBeEntered(state) || (isForAll(state) && state.photo === 'scheduled');

/** A challenge with the owner's post and one of a bystander. */
async function withEntries({ app, bystander, photo }: World, state: 'voting' | 'results') {
  return addTestChallenge(app, { state, photos: [photo, await addTestPhoto(app, bystander)] });
}

/** A vote on the owner's entry that was handed to the actor. */
async function withVote(world: World, actor: Actor): Promise<{ id: string; entryId: string; voteId: string }> {
  const { id, entries } = await withEntries(world, 'voting');
  const voteId = newId();
  const voter = memberOf(world, actor)?.id ?? null;
  await world.app.db.run('insert into challenge_votes (id, challenge_id, member_id, entry_id, other_id) values ($1, $2, $3, $4, $5)', [
    voteId,
    id,
    voter,
    ...entries,
  ]);
  return { id, entryId: entries[0]!, voteId };
}

const challengeRowsIn = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: challenges.enterChallenge,
      expect: (actor) =>
        isOwner(actor) && mayBeEntered(state) ? created({ has: ['data.viewer.entries.0.id'], stores: true }) : refused('validation'),
      ask: async ({ app, photo }) => ({ params: { id: (await addTestChallenge(app)).id }, json: { photo_id: photo.id } }),
    },
    {
      ...of,
      call: challenges.handOutVotes,
      expect: (actor) =>
        ok(
          isHandedOut(state) && !isOwner(actor) && !isBlockedEitherWay(actor)
            ? {
                has: ['data.0.entries.1.image.image_path'],
                lacks: ['data.0.entries.0.user', 'data.0.entries.0.image.camera'],
                stores: true,
              }
            : { lacks: ['data.0'], stores: true },
        ),
      ask: async (world) => ({ params: { id: (await withEntries(world, 'voting')).id } }),
    },
    {
      ...of,
      call: challenges.listResults,
      expect: (actor) => {
        const isOwn = isOwner(actor) && mayFind(actor, state);
        return ok({
          has: ['data.0.photo.id', 'distribution.19', ...(isOwn ? ['own.0.photo.id'] : [])],
          lacks: isOwn ? [] : ['own.0'],
          contains: mayFind(actor, state),
        });
      },
      ask: async (world) => ({ params: { id: (await withEntries(world, 'results')).id }, item: world.photo.id }),
    },
    {
      ...of,
      call: challenges.readChallenge,
      expect: (actor) => ok({ has: ['data.title'], lacks: isOwner(actor) ? [] : ['data.viewer.entries.0'] }),
      ask: async (world) => ({ params: { id: (await withEntries(world, 'voting')).id } }),
    },
  ];
};

const others: Row[] = [
  {
    call: challenges.withdrawEntry,
    expect: (actor) => (isOwner(actor) ? stored : ok({ has: ['message'] })),
    ask: async (world) => {
      const { id, entries } = await withEntries(world, 'voting');
      return { params: { id, entryId: entries[0]! } };
    },
  },
  {
    call: challenges.listChallenges,
    expect: () => ok({ has: ['meta.per_page'], contains: true }),
    ask: async (world) => ({ query: 'list=past&per_page=50', item: (await withEntries(world, 'results')).id }),
  },
  {
    call: challenges.readChallenge,
    about: { challenge: 'missing' },
    expect: hidden,
    ask: () => ({ params: { id: newId() } }),
  },
  { call: challenges.createChallenge, expect: adminsOnly(created({ has: ['data.id'], stores: true })), ask: () => ({ json: brief }) },
  {
    call: challenges.updateChallenge,
    expect: adminsOnly(ok({ has: ['data.version'], stores: true })),
    ask: async ({ app }) => ({ params: { id: (await addTestChallenge(app)).id }, json: { title: 'Rain' } }),
  },
  {
    call: challenges.deleteChallenge,
    expect: adminsOnly(stored),
    ask: async ({ app }) => ({ params: { id: (await addTestChallenge(app)).id } }),
  },
  {
    call: challenges.mentionEntry,
    expect: adminsOnly(stored),
    ask: async (world) => {
      const { id, entries } = await withEntries(world, 'results');
      return { params: { id, entryId: entries[0]! }, json: { text: 'Best light' } };
    },
  },
  ...(['own', 'other'] as const).flatMap((whose): Row[] => {
    const ofVoter = (more: (vote: Awaited<ReturnType<typeof withVote>>) => Ask) => async (world: World, actor: Actor) =>
      more(await withVote(world, whose === 'own' ? actor : 'visitor'));
    return [
      {
        call: challenges.vote,
        about: { vote: whose },
        actors: members,
        expect: () => (whose === 'own' ? stored : hidden()),
        ask: ofVoter(({ id, voteId }) => ({ params: { id, voteId }, json: { choice: 1 } })),
      },
      {
        call: challenges.giveFeedback,
        about: { vote: whose },
        actors: members,
        expect: () => (whose === 'own' ? stored : hidden()),
        ask: ofVoter(({ id, entryId }) => ({ params: { id, entryId }, json: { text: 'Stand lower.' } })),
      },
    ];
  }),
];

export const challengeRows: Row[] = [...others, ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(challengeRowsIn)];
