import { listPhotos } from '@mbari/contract/feed';
import { actors, type Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { canBeAsked, mayFind, ok, type State } from '../rules.ts';
import type { World } from '../world.ts';
import { photoStates } from './photos.ts';

const category = 'fashion';

/** Every way to narrow a list down to the owner's post. */
const ways: Record<string, (world: World) => Record<string, string>> = {
  'its title': ({ photoWords }) => ({ search: photoWords[0]!.slice(0, -2).toUpperCase() }),
  'its description': ({ photoWords }) => ({ search: photoWords[1]! }),
  'its category': () => ({ category }),
  'its author': ({ people }) => ({ username: people.owner.username }),
  'all of them': ({ people, photoWords }) => ({ search: photoWords[0]!, category, username: people.owner.username }),
};

const narrowed = (
  state: State,
  about: Record<string, string>,
  way: (world: World) => Record<string, string>,
  finds: (actor: Actor) => boolean,
): Row => ({
  call: listPhotos,
  state,
  actors: actors.filter((actor) => canBeAsked(actor, state)),
  about,
  expect: (actor) => ok({ contains: finds(actor) }),
  ask: async (world) => {
    await world.app.db.pool.query('update photos set category_id = (select id from categories where slug = $2) where id = $1', [
      world.photo.id,
      category,
    ]);
    return { item: world.photo.id, query: new URLSearchParams({ per_page: '50', ...way(world) }).toString() };
  },
});

export const searchRows: Row[] = photoStates
  .filter(({ photo }) => photo !== 'never_existed')
  .flatMap((state) =>
    Object.entries(ways).flatMap(([by, way]) => [
      narrowed(state, { by }, way, (actor) => mayFind(actor, state)),
      narrowed(
        state,
        { by, among: 'those followed' },
        (world) => ({ ...way(world), feed: 'following' }),
        (actor) => actor === 'follower' && mayFind(actor, state),
      ),
    ]),
  );
