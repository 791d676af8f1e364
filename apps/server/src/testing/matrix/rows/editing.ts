import * as archive from '@mbari/contract/photos/archive';
import * as photos from '@mbari/contract/photos/posts';
import { addTestPhoto } from '../../posts.ts';
import { actors, except, type Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, type Expected, hidden, isOwner, isStaff, mayOpen, ok, posting, refused, type State } from '../rules.ts';
import { addAnotherPost, memberOf, type World } from '../world.ts';
import { formWith, photoStates, plans } from './photos.ts';

const changed = ok({
  has: ['data.id', 'data.title', 'data.images.0.image_path'],
  lacks: ['data.user.email', 'data.user.phone'],
  stores: true,
});
const done = ok({ has: ['message'], stores: true });

const byOwner = (then: Expected, actor: Actor, state: State): Expected => {
  if (!mayOpen(actor, state)) return hidden();
  return isOwner(actor) ? then : refused('not_owner');
};
const deletingIn = (actor: Actor, state: State): Expected => {
  if (!mayOpen(actor, state)) return hidden();
  return isOwner(actor) || isStaff(actor) ? done : refused('not_owner');
};

/** A post is stored only when its images are ready, so there is no intermediate state to test. */
const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: photos.updatePhoto,
      expect: (actor) => byOwner(changed, actor, state),
      // Keeps the title, because other cases search for it.
      ask: async ({ photo, photoWords }) => ({ params: { id: photo.id }, form: await formWith(0, { title: photoWords.title }) }),
    },
    ...[archive.unarchivePhoto, archive.archivePhoto].map((call): Row => ({
      ...of,
      call,
      expect: (actor) => byOwner(done, actor, state),
      // Keeps the world's post, which other cases look for.
      ask: async (world, actor) => ({ params: { id: (isOwner(actor) ? await addAnotherPost(world) : world.photo).id } }),
    })),
    {
      ...of,
      call: archive.schedulePhoto,
      expect: (actor) => byOwner(state.photo === 'scheduled' ? done : refused('conflict'), actor, state),
      ask: async (world, actor) => ({
        params: { id: (isOwner(actor) ? await addAnotherPost(world) : world.photo).id },
        json: { publish_at: null },
      }),
    },
    {
      ...of,
      call: photos.deletePhoto,
      expect: deletingIn,
      // Each actor deletes another post of the same owner, so that later actors find theirs.
      ask: async (world, actor) => ({
        params: { id: (deletingIn(actor, state).status === 200 ? await addAnotherPost(world) : world.photo).id },
      }),
    },
  ];
};

const ownPost = async (world: World, actor: Actor): Promise<{ id: string }> => {
  const member = memberOf(world, actor);
  return member ? addTestPhoto(world.app, member) : world.photo;
};

const limits = (
  [
    ['free', 1],
    ['free', 2],
    ['paid', 3],
    ['paid', 4],
    ['lapsed', 1],
    ['lapsed', 3],
  ] as const
).map(([plan, images]): Row => ({
  call: photos.updatePhoto,
  about: { own: 'yes', plan, images },
  actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
  expect: (actor) => (posting(actor, images).status < 400 ? changed : posting(actor, images)),
  ask: async (world, actor) => {
    const member = memberOf(world, actor);
    if (member)
      await world.app.db.pool.query('update members set plan_name = $2, plan_ends_at = $3 where id = $1', [member.id, ...plans[plan]]);
    return { params: { id: (await ownPost(world, actor)).id }, form: await formWith(images) };
  },
}));

const ownRow: Row = {
  call: photos.deletePhoto,
  about: { own: 'yes' },
  expect: () => done,
  ask: async (world, actor) => ({ params: { id: (await ownPost(world, actor)).id } }),
};

const ownScheduledRow: Row = {
  call: archive.schedulePhoto,
  about: { own: 'yes' },
  expect: () => done,
  ask: async (world, actor) => {
    const member = memberOf(world, actor);
    const post = member && (await addTestPhoto(world.app, member, { publish_at: new Date(Date.now() + 3_600_000) }));
    return { params: { id: (post ?? world.photo).id }, json: { publish_at: null } };
  },
};

export const editingRows: Row[] = [...photoStates.flatMap(inState), ...limits, ownRow, ownScheduledRow];
