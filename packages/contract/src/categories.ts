import { callsOf } from './endpoint.ts';
import type { categoryShapes } from './shapes/categories.ts';

const call = callsOf<typeof categoryShapes>();

export const listCategories = call('listCategories', {
  method: 'GET',
  path: '/categories',
  access: 'session',
  summary: 'The photo categories, which are also the interests, with the number of posts the viewer may see in each.',
});
