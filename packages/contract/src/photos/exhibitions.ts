import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message, paging, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { image, photo } from './posts.ts';

/** `draft` has no opening time. Curators and asked artists see it. `coming`: everyone sees it, without its rooms. `past`: closed, in the archive. */
export const exhibitionStates = ['draft', 'coming', 'open', 'past'] as const;

/** A work is shown once its author accepted. Curators and its author see the others, too. */
export const workStates = ['requested', 'accepted', 'declined'] as const;

/** A work or a wall text, in the curators' order. */
const item = z.union([
  z.object({ photo_id: id, state: z.enum(workStates), is_own: z.boolean() }),
  /** Plain text with line breaks. */
  z.object({ text: z.string() }),
]);

const room = z.object({
  title: z.string(),
  /** Plain text. */
  text: z.string(),
  /** Counts accepted works that the viewer may see. */
  works_count: z.number().int(),
  /** First image of the first of these works. */
  cover: image.nullable(),
  items: z.array(item),
});
export type ExhibitionRoom = z.infer<typeof room>;
export type ExhibitionItem = z.infer<typeof item>;

const listed = z.object({
  id,
  title: z.string(),
  state: z.enum(exhibitionStates),
  opens_at: dated.nullable(),
  /** Null: no end. */
  closes_at: dated.nullable(),
  /** Curators who accepted and exist for the viewer, the first to join first. */
  curators: z.array(author).max(limits.exhibitionCurators),
  works_count: z.number().int(),
  /** Cover of the first room with a work. Null before the opening, except for curators and asked artists. */
  cover: image.nullable(),
});
export type ListedExhibition = z.infer<typeof listed>;

const exhibition = listed.extend({
  /** Markdown. */
  body: z.string(),
  body_html: z.string(),
  /** Members invited to curate. Empty for all but curators. */
  invited: z.array(author).max(limits.exhibitionCurators),
  /** Forum topic of the guest book. Null if there is none, or hidden from the viewer. */
  guest_book: z.object({ topic_id: id, slug: z.string(), entries_count: z.number().int() }).nullable(),
  /** Empty before the opening, except for curators and asked artists. */
  rooms: z.array(room).max(limits.exhibitionRooms),
  created_at: dated,
  version,
  viewer: z.object({
    /** The viewer is a curator, and accepted. */
    may_edit: z.boolean(),
    /** The viewer is the only curator. */
    may_delete: z.boolean(),
    is_invited: z.boolean(),
    /** Number of the viewer's works that wait for their answer. */
    requests_count: z.number().int(),
  }),
});
export type Exhibition = z.infer<typeof exhibition>;

const title = text({ label: 'title', max: limits.exhibitionTitle, min: 1 });
const body = text({ label: 'body', max: limits.exhibitionBody, lines: true });
const time = z.iso
  .datetime(because('timeInvalid'))
  .refine((value) => value >= '0001', because('timeInvalid'))
  .nullable();
const sentItem = z
  .object({ photo_id: id.optional(), text: text({ label: 'text', max: limits.wallText, min: 1, lines: true }).optional() })
  .refine((sent) => (sent.photo_id === undefined) !== (sent.text === undefined), because('workOrText'));

const rooms = z
  .array(
    z.object({
      title: text({ label: 'title', max: limits.exhibitionTitle, min: 1 }),
      text: text({ label: 'text', max: limits.roomText, lines: true }).optional(),
      items: z
        .array(sentItem)
        .refine(
          (items) => items.filter(({ photo_id }) => photo_id !== undefined).length <= limits.roomWorks,
          because('roomFull', { most: limits.roomWorks }),
        )
        .refine(
          (items) => items.filter(({ photo_id }) => photo_id === undefined).length <= limits.roomTexts,
          because('tooManyWallTexts', { most: limits.roomTexts }),
        ),
    }),
  )
  .max(limits.exhibitionRooms, because('tooManyRooms', { most: limits.exhibitionRooms }))
  .refine((sent) => {
    const ids = sent.flatMap(({ items }) => items.flatMap(({ photo_id = [] }) => photo_id));
    return new Set(ids).size === ids.length;
  }, because('sentTwice'));

const answer = z.object({ data: exhibition, message: z.string() });

export const listExhibitions = endpoint('listExhibitions', {
  method: 'GET',
  path: '/exhibitions',
  access: 'onboarded',
  scope: 'read',
  summary:
    'List exhibitions, the last opened first; `coming`: the next first. `mine`: those that the viewer curates, is invited to curate, or is asked to show works in, newest first. `curated`: those that the viewer curates and that have not closed.',
  shape: {
    query: z.object({
      state: z.enum(['open', 'coming', 'past', 'mine', 'curated'], because('exhibitionStateUnknown')).default('open'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(listed), meta: z.object({ per_page: z.number().int(), next_cursor: z.string().nullable() }) }),
  },
});

export const readExhibition = endpoint('readExhibition', {
  method: 'GET',
  path: '/exhibitions/{id}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read an exhibition with its rooms: ids of works and wall texts. `readRoom` has the works themselves.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: exhibition }) },
});

export const readRoom = endpoint('readRoom', {
  method: 'GET',
  path: '/exhibitions/{id}/rooms/{number}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a room of an exhibition, the first is 1, with its works that the viewer may see, in order.',
  refuses: ['not_found'],
  shape: {
    params: z.object({ id, number: z.string().max(64) }),
    answer: z.object({ data: z.array(photo).max(limits.roomWorks), meta: z.object({ room: room.omit({ cover: true }) }) }),
  },
});

export const createExhibition = endpoint('createExhibition', {
  method: 'POST',
  path: '/exhibitions',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  status: 201,
  summary: 'Create a draft of an exhibition with the viewer as its curator. A member curates at most 50.',
  refuses: ['overloaded'],
  shape: { body: z.object({ title, body: body.optional() }), answer },
});

export const updateExhibition = endpoint('updateExhibition', {
  method: 'PUT',
  path: '/exhibitions/{id}',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Edit an exhibition: its curators. Omitted fields keep their values. `rooms` replaces the whole arrangement: unlisted works leave, and authors of new works are asked. Posts that the viewer may not see are ignored. An outdated `version` is refused with the stored exhibition.',
  refuses: ['not_found', 'not_owner', 'conflict', 'overloaded'],
  shape: {
    params: idParams,
    body: z
      .object({
        title: title.optional(),
        body: body.optional(),
        /** Null: a draft. Sent together with `closes_at`; omitted, `closes_at` is null. */
        opens_at: time.optional(),
        closes_at: time.optional(),
        /** Forum topic for the guest book. Null removes it. */
        topic_id: id.nullish(),
        rooms: rooms.optional(),
        version: z
          .int(because('notWholeNumber', { field: 'version' }))
          .min(1, because('numberTooSmall', { field: 'version', least: 1 }))
          .max(1_000_000_000, because('numberTooLarge', { field: 'version' })),
      })
      .refine(({ opens_at, closes_at }) => !closes_at || (opens_at && new Date(closes_at) > new Date(opens_at)), {
        path: ['closes_at'],
        error: because('closesBeforeOpening'),
      }),
    answer,
  },
});

export const deleteExhibition = endpoint('deleteExhibition', {
  method: 'DELETE',
  path: '/exhibitions/{id}',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Delete an exhibition: its only curator. The posts stay.',
  refuses: ['not_found', 'not_owner', 'not_empty'],
  shape: { params: idParams, answer: message },
});

export const inviteCurator = endpoint('inviteCurator', {
  method: 'POST',
  path: '/exhibitions/{id}/curators',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary: 'Invite a member to curate an exhibition: its curators. At most 8 curate or are invited.',
  refuses: ['not_found', 'not_owner'],
  shape: { params: idParams, body: z.object({ member_id: id }), answer },
});

export const acceptCurating = endpoint('acceptCurating', {
  method: 'POST',
  path: '/exhibitions/{id}/curators/me',
  access: 'onboarded',
  scope: 'write:photos',
  summary: 'Accept an invitation to curate.',
  refuses: ['not_found'],
  shape: { params: idParams, answer },
});

export const removeCurator = endpoint('removeCurator', {
  method: 'DELETE',
  path: '/exhibitions/{id}/curators/{memberId}',
  access: 'onboarded',
  scope: 'write:photos',
  summary:
    'Decline an invitation or leave: the member. Take an invitation back: the curators. The only curator cannot leave. Always succeeds for members who neither curate nor are invited.',
  refuses: ['not_found', 'not_owner', 'not_empty'],
  shape: { params: z.object({ id, memberId: id }), answer: message },
});

export const answerWorkRequest = endpoint('answerWorkRequest', {
  method: 'PUT',
  path: '/exhibitions/{id}/works/{photoId}',
  access: 'onboarded',
  scope: 'write:photos',
  takes: 'json',
  summary: 'Accept, decline or withdraw a work: its author, at any time.',
  refuses: ['not_found'],
  shape: {
    params: z.object({ id, photoId: id }),
    body: z.object({ is_accepted: z.boolean(because('settingNotYesOrNo', { field: 'answer' })) }),
    answer,
  },
});
