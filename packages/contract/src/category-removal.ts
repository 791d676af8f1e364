import { callsOf } from './endpoint.ts';
import type { categoryRemovalShapes } from './shapes/category-removal.ts';

const call = callsOf<typeof categoryRemovalShapes>();

export const deleteCategory = call('deleteCategory', {
  method: 'DELETE',
  path: '/admin/categories/{id}',
  access: 'admin',
  summary:
    'Delete a photo category: admins. Its photos and those interested in it go to the one that `move_to` names, or to `none`. Where there are many, it stays listed as leaving until all are there.',
  refuses: ['not_found', 'not_empty'],
});
