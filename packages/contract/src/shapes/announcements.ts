import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, editedVersion, id, idParams, message, paging, text, version } from './fields.ts';

const announcement = z.object({
  id,
  text: z.string(),
  begins_at: dated,
  /** Null: until it is taken down. */
  ends_at: dated.nullable(),
  is_dismissable: z.boolean(),
  state: z.enum(['coming', 'current', 'over']),
  version,
});
export type Announcement = z.infer<typeof announcement>;

const time = z.iso.datetime(because('timeInvalid'));
const fields = {
  text: text({ label: 'content', max: limits.announcement, min: 1, lines: true }),
  begins_at: time.optional(),
  ends_at: time.nullish(),
  is_dismissable: z.boolean(because('settingNotYesOrNo', { field: 'content' })).optional(),
};
const answer = z.object({ data: announcement, message: z.string() });

export const announcementShapes = {
  listAnnouncements: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    /** Not counted. */
    answer: z.object({ data: z.array(announcement), meta: z.object({ per_page: z.number().int(), next_cursor: z.string().nullable() }) }),
  },
  createAnnouncement: { body: z.object(fields), answer },
  /** What is left out stays; an end of null is taken away. */
  updateAnnouncement: { params: idParams, body: z.object({ ...fields, text: fields.text.optional(), version: editedVersion }), answer },
  deleteAnnouncement: { params: idParams, answer: message },
  dismissAnnouncement: { params: idParams, answer: message },
};
