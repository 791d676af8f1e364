import * as categories from '@mbari/contract/photos/categories';
import { deleteCategory } from '@mbari/contract/photos/categories';
import { newId } from '../../../platform/ids.ts';
import { addTestMember } from '../../app.ts';
import { addTestPhoto } from '../../posts.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { created, type Expected, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const ofAdmins = (then: Expected) => (actor: Actor) => (actor === 'admin' ? then : refused('admin_only'));
const missing = '01890000-0000-7000-8000-000000000000';

/** Adds an unused category at the end, so that nothing else in the matrix finds it. */
async function addPhotoCategory({ app }: World): Promise<string> {
  const id = newId();
  await app.db.pool.query(
    'insert into categories (id, name, slug, position) values ($1::uuid, $1::text, $1::text, 1 + (select max(position) from categories))',
    [id],
  );
  return id;
}

export const categoryRows: Row[] = [
  { call: categories.listCategories, expect: () => ok({ has: ['data.0.photos_count', 'data.0.is_leaving'] }) },
  {
    call: categories.createCategory,
    expect: ofAdmins(created({ has: ['data.id', 'data.slug'], stores: true })),
    ask: async (world) => {
      // Deletes categories of earlier cases, because the limit is sixty.
      await world.app.db.pool.query(
        'delete from categories c where c.position > 12 and not exists (select from photos p where p.category_id = c.id)',
      );
      return { json: { name: `Category ${newId()}` } };
    },
  },
  {
    call: categories.updateCategory,
    expect: ofAdmins(ok({ has: ['data.id'], stores: true })),
    ask: async (world) => ({ params: { id: await addPhotoCategory(world) }, json: { name: `Renamed ${newId()}` } }),
  },
  {
    call: deleteCategory,
    about: { category: 'empty' },
    expect: ofAdmins(ok({ stores: true })),
    ask: async (world) => ({ params: { id: await addPhotoCategory(world) } }),
  },
  {
    call: deleteCategory,
    about: { category: 'has_photos' },
    expect: ofAdmins(refused('not_empty')),
    ask: async (world) => {
      const id = await addPhotoCategory(world);
      await addTestPhoto(world.app, await addTestMember(world.app), { category_id: id });
      return { params: { id } };
    },
  },
  ...[categories.updateCategory, deleteCategory].map((call): Row => ({
    call,
    about: { category: 'missing' },
    actors: ['moderator', 'admin'],
    expect: ofAdmins(refused('not_found')),
    ask: async () => ({ params: { id: missing }, ...(call.takes && { json: { name: 'Nothing' } }) }),
  })),
];
