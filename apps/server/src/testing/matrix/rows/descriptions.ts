import * as descriptions from '@mbari/contract/photos/descriptions';
import { newId } from '../../../platform/ids.ts';
import { actors, type Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { canBeAsked, created, hidden, isOwner, mayFind, mayOpen, ok, refused, type State, mayJoin } from '../rules.ts';
import type { World } from '../world.ts';
import { photoStates } from './photos.ts';

/** The owner's image is the only one that waits for a description. */
async function waiting({ app, photo }: World): Promise<Ask> {
  await app.db.run(`update photo_images set alt = case when photo_id = $1 then '' else 'Dancers' end where alt = '' or photo_id = $1`, [
    photo.id,
  ]);
  await app.db.run('delete from alt_proposals where image_id = $1', [photo.image_id]);
  return { params: { id: photo.id }, item: photo.image_id, json: { image_id: photo.image_id, text: 'A stall' } };
}

/** A bystander has proposed a description. */
async function proposed(world: World): Promise<Ask> {
  const { json } = await waiting(world);
  const proposalId = newId();
  await world.app.db.run(
    `insert into alt_proposals (id, image_id, member_id, text) select $1, id, $3, 'A stall' from images where id = $2`,
    [proposalId, world.photo.image_id, world.bystander.id],
  );
  return { params: { id: world.photo.id, proposalId }, json };
}

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const byOwner = (actor: Actor) =>
    !mayOpen(actor, state) ? hidden() : isOwner(actor) ? ok({ has: ['message'], stores: true }) : refused('not_owner');
  return [
    {
      ...of,
      call: descriptions.listUndescribed,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && mayFind(actor, state) }),
      ask: async (world) => ({ ...(await waiting(world)), json: undefined, params: {} }),
    },
    {
      ...of,
      call: descriptions.proposeAlt,
      expect: (actor) =>
        !mayJoin(actor, state) ? hidden() : isOwner(actor) ? refused('own_content') : created({ has: ['message'], stores: true }),
      ask: waiting,
    },
    { ...of, call: descriptions.acceptAlt, expect: byOwner, ask: proposed },
    { ...of, call: descriptions.declineAlt, expect: byOwner, ask: async (world) => ({ ...(await proposed(world)), json: undefined }) },
  ];
};

export const descriptionRows: Row[] = photoStates.flatMap(inState);
