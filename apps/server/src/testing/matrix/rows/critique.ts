import * as critique from '@mbari/contract/photos/critique';
import { newId } from '../../../platform/ids.ts';
import { addTestCritique } from '../../posts.ts';
import { actors, type Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { canBeAsked, hidden, isOwner, isThere, type Expected, mayFind, mayOpen, ok, refused, type State } from '../rules.ts';
import type { World } from '../world.ts';
import { photoStates } from './photos.ts';

async function askAbout(world: World): Promise<Ask> {
  if (world.state.photo !== 'never_existed') await addTestCritique(world.app, world.photo);
  return { params: { id: world.photo.id }, item: world.photo.id };
}

/** A thread of critique by the bystander. */
async function askAboutThread(world: World): Promise<Ask> {
  await askAbout(world);
  const id = newId();
  await world.app.db.run(
    `insert into comments (id, photo_id, member_id, content, is_critique) values ($1, $2, $3, 'Wait for the light', true)`,
    [id, world.photo.id, world.bystander.id],
  );
  return { params: { id }, json: { is_helpful: true } };
}

const byOwner = (actor: Actor, state: State): Expected =>
  !mayOpen(actor, state) ? hidden() : isOwner(actor) ? ok({ has: ['message'], stores: true }) : refused('not_owner');

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: critique.saveCritique,
      expect: (actor) => byOwner(actor, state),
      ask: ({ photo }) => ({ params: { id: photo.id }, json: { category: 'light', question: 'Too dark?' } }),
    },
    {
      ...of,
      call: critique.readCritique,
      expect: (actor) => (mayOpen(actor, state) ? ok({ has: ['data.question'] }) : hidden()),
      ask: askAbout,
    },
    {
      ...of,
      call: critique.listCritiques,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && isThere(state) && mayFind(actor, state) }),
      ask: askAbout,
    },
    { ...of, call: critique.markHelpful, expect: (actor) => byOwner(actor, state), ask: askAboutThread },
  ];
};

export const critiqueRows: Row[] = photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState);
