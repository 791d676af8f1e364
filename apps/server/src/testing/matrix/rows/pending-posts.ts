import * as pendingPosts from '@mbari/contract/moderation/pending-posts';
import { newId } from '../../../platform/ids.ts';
import { addTestPhoto } from '../../posts.ts';
import type { Row } from '../driver.ts';
import { hidden, isStaff, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

async function addPendingOf({ app, bystander }: World, memberId: string): Promise<{ params: { id: string } }> {
  const id = newId();
  const photo = await addTestPhoto(app, bystander);
  await app.db.run(
    `insert into pending_posts (id, member_id, kind, photo_id, body, why) values ($1, $2, 'comment', $3, 'Pending words', 'first')`,
    [id, memberId, photo.id],
  );
  return { params: { id } };
}
const ofBystander = (world: World): Promise<{ params: { id: string } }> => addPendingOf(world, world.bystander.id);

export const pendingRows: Row[] = [
  {
    call: pendingPosts.listOwnPending,
    expect: () => ok({ has: ['data.0.body', 'data.0.state'], lacks: ['data.0.member'] }),
    ask: async (world, actor) => {
      await addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id);
      return {};
    },
  },
  {
    call: pendingPosts.takeBackPending,
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id),
  },
  { call: pendingPosts.takeBackPending, about: { pending: 'of another' }, expect: hidden, ask: ofBystander },
  {
    call: pendingPosts.listPending,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.0.body', 'data.0.why'], lacks: ['data.0.member.email'] }) : refused('forbidden')),
    ask: async (world) => {
      await ofBystander(world);
      return {};
    },
  },
  {
    call: pendingPosts.decidePending,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['message'], stores: true }) : refused('forbidden')),
    ask: async (world) => ({ ...(await ofBystander(world)), json: { verdict: 'approved' } }),
  },
  {
    call: pendingPosts.decidePending,
    about: { pending: 'their own' },
    expect: (actor) => (isStaff(actor) ? hidden() : refused('forbidden')),
    ask: async (world, actor) => ({
      ...(await addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id)),
      json: { verdict: 'declined' },
    }),
  },
];
