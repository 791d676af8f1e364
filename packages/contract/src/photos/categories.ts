import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, editedVersion, id, idParams, message, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const category = z.object({ id, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof category>;

/** `is_leaving`: the category was deleted, and a job is moving its photos. `is_following`: the viewer follows it. */
const listedCategory = category.extend({
  photos_count: z.number().int(),
  is_leaving: z.boolean(),
  is_following: z.boolean(),
  version,
});
export type ListedCategory = z.infer<typeof listedCategory>;

const name = text({ label: 'name', max: limits.photoCategory, min: 1, isName: true });
const position = z
  .int(because('notWholeNumber', { field: 'position' }))
  .min(1, because('numberTooSmall', { field: 'position', least: 1 }))
  .max(1_000, because('numberTooLarge', { field: 'position' }));

const answer = z.object({ data: listedCategory, message: z.string() });

export const listCategories = endpoint('listCategories', {
  method: 'GET',
  path: '/categories',
  access: 'session',
  scope: 'read',
  summary: 'List the photo categories, which are also the interests, with the number of posts that the viewer may see.',
  shape: { answer: z.object({ data: z.array(listedCategory) }) },
});

export const createCategory = endpoint('createCategory', {
  method: 'POST',
  path: '/admin/categories',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Add a photo category at the end.',
  shape: { body: z.object({ name }), answer },
});

export const updateCategory = endpoint('updateCategory', {
  method: 'PUT',
  path: '/admin/categories/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Rename or reorder a photo category. Its old address redirects. An outdated `version` is refused with the stored category; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    /** Shifts the other categories to free `position`. */
    body: z.object({ name: name.optional(), position: position.optional(), version: editedVersion }),
    answer,
  },
});

export const deleteCategory = endpoint('deleteCategory', {
  method: 'DELETE',
  path: '/admin/categories/{id}',
  access: 'admin',
  summary:
    'Delete a photo category. Its photos, interested members and followers move to `move_to`, or to `none`. While a job moves many photos, it is listed as leaving.',
  refuses: ['not_found', 'not_empty'],
  shape: {
    params: idParams,
    query: z.object({
      /** Destination of the deleted category's photos: the id of another category, or `none`. */
      move_to: id.optional(),
    }),
    answer: message,
  },
});
