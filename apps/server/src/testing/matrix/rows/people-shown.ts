import * as people from '@mbari/contract/photos/people-shown';
import { actors, type Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isForAll,
  isOwner,
  isThere,
  mayJoin,
  mayOpen,
  ok,
  refused,
  type State,
} from '../rules.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

/** The bystander is named in the post. */
async function placeBystander({ app, state, photo, bystander }: World): Promise<Ask> {
  if (state.photo !== 'never_existed')
    await app.db.run(`insert into people_shown (photo_id, member_id, state) values ($1, $2, 'accepted') on conflict do nothing`, [
      photo.id,
      bystander.id,
    ]);
  return { params: { id: photo.id, memberId: bystander.id }, json: { place: { image_id: photo.image_id, x: 0.25, y: 0.75 } } };
}

/** The owner asks to name the actor. */
async function askActor(world: World, actor: Actor): Promise<Ask> {
  const member = memberOf(world, actor);
  if (member && !isOwner(actor) && world.state.photo !== 'never_existed')
    await world.app.db.run(
      `insert into people_shown (photo_id, member_id) values ($1, $2) on conflict (photo_id, member_id) do update set state = 'asked'`,
      [world.photo.id, member.id],
    );
  return { params: { id: world.photo.id }, item: world.photo.id, json: { answer: 'accepted' } };
}

const byOwner = (actor: Actor, state: State, then: Expected): Expected =>
  !mayOpen(actor, state) ? hidden() : isOwner(actor) ? then : refused('not_owner');

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const named = isThere(state) && isForAll(state) ? created({ has: ['message'], stores: true }) : refused('validation');
  return [
    {
      ...of,
      call: people.namePerson,
      expect: (actor) => byOwner(actor, state, named),
      ask: ({ photo, bystander }) => ({ params: { id: photo.id }, json: { username: bystander.username } }),
    },
    {
      ...of,
      call: people.unnamePerson,
      expect: (actor) => byOwner(actor, state, ok({ has: ['message'] })),
      ask: ({ photo, bystander }) => ({ params: { id: photo.id, memberId: bystander.id } }),
    },
    {
      ...of,
      call: people.placePerson,
      expect: (actor) =>
        byOwner(actor, state, isThere(state) && isForAll(state) ? ok({ has: ['message'], stores: true }) : refused('validation')),
      ask: placeBystander,
    },
    {
      ...of,
      call: people.listNameRequests,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && mayJoin(actor, state) }),
      ask: askActor,
    },
    {
      ...of,
      call: people.answerNameRequest,
      expect: (actor) => (!isOwner(actor) && mayJoin(actor, state) ? ok({ has: ['message'], stores: true }) : hidden()),
      ask: askActor,
    },
  ];
};

export const peopleShownRows: Row[] = photoStates.flatMap(inState);
