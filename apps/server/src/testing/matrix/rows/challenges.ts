import * as challenges from '@mbari/contract/photos/challenges';
import { newId } from '../../../platform/ids.ts';
import { addTestChallenge, addTestPhoto } from '../../posts.ts';
import { actors, type Actor, members } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isForAll,
  isOwner,
  isThere,
  mayFind,
  ok,
  refused,
  type State,
} from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

const hour = 60 * 60_000;
const ahead = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();
const brief = { title: 'Harmattan', starts_at: ahead(1), entries_end_at: ahead(2), voting_end_at: ahead(3) };

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

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

const stored = ok({ has: ['message'], stores: true });

const inState = (state: State): Row[] => {
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

export const challengeRows: Row[] = [...others, ...photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState)];
