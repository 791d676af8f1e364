import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idOrNone, idParams, message, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { image, photo } from './posts.ts';

/** An ordered set of a member's own posts. It exists only for viewers who may see one of its posts, and for its author. */
const series = z.object({
  id,
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  body_html: z.string(),
  is_complete: z.boolean(),
  /** The post that the author chose as the cover. Null without a choice, or if the viewer may not see it. */
  cover_id: id.nullable(),
  user: author,
  created_at: dated,
  version,
  viewer: z.object({ may_edit: z.boolean() }),
});
export type Series = z.infer<typeof series>;

/** A series after a write, with its order. */
const editedSeries = series.extend({ photo_ids: z.array(id) });
export type EditedSeries = z.infer<typeof editedSeries>;

/** A series in the list of a profile. */
export const seriesCard = z.object({
  id,
  title: z.string(),
  is_complete: z.boolean(),
  /** Counts only posts that the viewer may see. */
  photos_count: z.number().int(),
  /** First image of the cover, or of the first post. Null if the series is empty. */
  cover: image.nullable(),
});
export type SeriesCard = z.infer<typeof seriesCard>;

const ownSeries = seriesCard.omit({ cover: true }).extend({
  /** The series has the post named in the query. */
  has_photo: z.boolean(),
});
export type OwnSeries = z.infer<typeof ownSeries>;

const title = text({ label: 'title', max: limits.seriesTitle, min: 1 });
const body = text({ label: 'body', max: limits.seriesBody, lines: true });
const seriesAnswer = z.object({ data: editedSeries, message: z.string() });

export const readSeries = endpoint('readSeries', {
  method: 'GET',
  path: '/series/{id}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a series with all its posts that the viewer may see, in the author’s order.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: z.array(photo).max(limits.seriesPhotos), meta: z.object({ series }) }) },
});

export const listOwnSeries = endpoint('listOwnSeries', {
  method: 'GET',
  path: '/me/series',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the viewer’s own series, newest first, with whether each has the post `photo`.',
  shape: { query: z.object({ photo: id.optional() }), answer: z.object({ data: z.array(ownSeries).max(limits.series) }) },
});

export const createSeries = endpoint('createSeries', {
  method: 'POST',
  path: '/series',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary: 'Create a series, empty or with one of the viewer’s posts. At most 100 a member.',
  refuses: ['not_found', 'overloaded'],
  shape: { body: z.object({ title, body: body.optional(), photo_id: id.optional() }), answer: seriesAnswer },
});

export const updateSeries = endpoint('updateSeries', {
  method: 'PUT',
  path: '/series/{id}',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary:
    'Edit a series: its author. Omitted fields keep their values. `photo_ids` is the new order: unlisted posts leave the series. The author’s followers are notified when a series is first complete. An outdated `version` is refused with the stored series.',
  refuses: ['not_found', 'not_owner', 'conflict', 'overloaded'],
  shape: {
    params: idParams,
    body: z.object({
      title: title.optional(),
      body: body.optional(),
      is_complete: z.boolean(because('settingNotYesOrNo', { field: 'complete' })).optional(),
      /** Null removes the choice. A post that is not the viewer’s own is ignored. */
      cover_id: idOrNone.optional(),
      photo_ids: z
        .array(id)
        .max(limits.seriesPhotos, because('seriesFull', { most: limits.seriesPhotos }))
        .refine((ids) => new Set(ids).size === ids.length, because('sentTwice'))
        .optional(),
      version: z
        .int(because('notWholeNumber', { field: 'version' }))
        .min(1, because('numberTooSmall', { field: 'version', least: 1 }))
        .max(1_000_000_000, because('numberTooLarge', { field: 'version' })),
    }),
    answer: seriesAnswer,
  },
});

export const deleteSeries = endpoint('deleteSeries', {
  method: 'DELETE',
  path: '/series/{id}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Delete a series: its author. The posts stay.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: idParams, answer: message },
});

const members = z.object({ id, photoId: id });

export const addToSeries = endpoint('addToSeries', {
  method: 'POST',
  path: '/series/{id}/photos/{photoId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Add one of the viewer’s posts to the end of a series. A post that is already there stays in its place.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: members, answer: message },
});

export const removeFromSeries = endpoint('removeFromSeries', {
  method: 'DELETE',
  path: '/series/{id}/photos/{photoId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Take a post out of a series: its author. Always succeeds for posts that are not in it.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: members, answer: message },
});
