import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { audiences, licenses } from './post-fields.ts';

export const importSources = ['instagram', 'flickr', 'pixelfed', 'folder'] as const;
export type ImportSource = (typeof importSources)[number];

/** `reading` and `undoing` are done by a job. `failed`: the archives could not be read. */
export const importStates = ['receiving', 'reading', 'choosing', 'importing', 'paused', 'done', 'undoing', 'undone', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export const importItemStates = ['waiting', 'done', 'skipped', 'undone'] as const;
export type ImportItemState = (typeof importItemStates)[number];

/** Reason of a refusal, which clients translate, with its English sentence. */
const problem = z.object({
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  message: z.string(),
});

const photoImport = z.object({
  id,
  source: z.enum(importSources),
  state: z.enum(importStates),
  /** Why the import is paused or failed. */
  problem: problem.nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), received_bytes: z.number().int() })).max(limits.importFiles),
  albums: z.array(z.object({ name: z.string(), photos_count: z.number().int() })).max(limits.importAlbums),
  /** Posts by state. `chosen` includes those that were imported. `previewed`: with a preview, or skipped. */
  counts: z.object({
    found: z.number().int(),
    chosen: z.number().int(),
    done: z.number().int(),
    skipped: z.number().int(),
    previewed: z.number().int(),
  }),
  created_at: dated,
  /** The imported posts can be removed together until then. Null if there are none to remove. */
  undo_until: dated.nullable(),
});
export type PhotoImport = z.infer<typeof photoImport>;

/** A post found in the archives. */
const importItem = z.object({
  position: z.number().int(),
  title: z.string(),
  description: z.string(),
  taken_at: dated.nullable(),
  albums: z.array(z.string()),
  images_count: z.number().int(),
  /** Alternative text of the first image. */
  alt: z.string(),
  /** `data:` address of a small square image. Null until it is ready. */
  preview: z.string().nullable(),
  is_chosen: z.boolean(),
  state: z.enum(importItemStates),
  problem: problem.nullable(),
  photo_id: id.nullable(),
});
export type ImportItem = z.infer<typeof importItem>;

const importAnswer = z.object({ data: photoImport });
const switchedOff = 'not_found' as const;

const wholeNumber = (field: string, least: number, most: number) =>
  z
    .int(because('notWholeNumber', { field }))
    .min(least, because('numberTooSmall', { field, least }))
    .max(most, because('numberTooLarge', { field }));

export const listImports = endpoint('listImports', {
  method: 'GET',
  path: '/imports',
  access: 'onboarded',
  summary: 'List the viewer’s imports, newest first. An import and its list of posts are kept for seven days after its end.',
  refuses: [switchedOff],
  shape: { answer: z.object({ data: z.array(photoImport).max(limits.imports) }) },
});

export const createImport = endpoint('createImport', {
  method: 'POST',
  path: '/imports',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Begin an import by naming its archives. One at a time. At most 5 GB together.',
  refuses: [switchedOff, 'conflict', 'quota_exceeded', 'storage_full'],
  shape: {
    body: z.object({
      source: z.enum(importSources, because('importSourceUnknown')),
      files: z
        .array(
          z.object({
            name: text({ label: 'name', max: limits.importFileName, min: 1 }),
            bytes: wholeNumber('bytes', 1, limits.importBytes),
          }),
          because('importWithoutFile'),
        )
        .min(1, because('importWithoutFile'))
        .max(limits.importFiles, because('tooManyImportFiles', { most: limits.importFiles }))
        .refine((files) => files.reduce((sum, { bytes }) => sum + bytes, 0) <= limits.importBytes, because('importTooLarge')),
    }),
    answer: importAnswer,
  },
});

export const sendImportPart = endpoint('sendImportPart', {
  method: 'PUT',
  path: '/imports/{id}/files/{position}',
  access: 'onboarded',
  takes: 'form',
  summary:
    'Send the next part of an archive, as the file `part`. Each part has 4 MiB, the last one the rest. An `offset` other than the received bytes is refused with the import, so that the client continues there.',
  refuses: [switchedOff, 'conflict', 'too_large', 'storage_full', 'storage_unavailable'],
  shape: {
    params: z.object({ id, position: id }),
    body: z.object({
      offset: z
        .string(because('notWholeNumber', { field: 'offset' }))
        .regex(/^\d{1,10}$/, because('notWholeNumber', { field: 'offset' }))
        .transform(Number),
    }),
    answer: importAnswer,
  },
});

export const listImportItems = endpoint('listImportItems', {
  method: 'GET',
  path: '/imports/{id}/items',
  access: 'onboarded',
  summary: 'List the posts of an import, oldest first. `skipped`: only those that were left out, with the reason.',
  refuses: [switchedOff],
  shape: {
    params: idParams,
    query: z.object({
      per_page: paging.per_page,
      cursor: z
        .string()
        .regex(/^\d{1,6}$/, because('badCursor'))
        .optional(),
      skipped: z.enum(['true', 'false'], because('settingNotYesOrNo', { field: 'skipped' })).optional(),
    }),
    answer: z.object({ data: z.array(importItem).max(limits.perPageMax), meta: z.object({ next_cursor: z.string().nullable() }) }),
  },
});

export const chooseImportItems = endpoint('chooseImportItems', {
  method: 'PUT',
  path: '/imports/{id}/items',
  access: 'onboarded',
  takes: 'json',
  summary:
    'Choose posts to import, or give their first images an alternative text. Without `positions`, all posts, and only images that have none.',
  refuses: [switchedOff, 'conflict'],
  shape: {
    params: idParams,
    body: z.object({
      positions: z
        .array(wholeNumber('position', 0, limits.importItems), because('notWholeNumber', { field: 'position' }))
        .max(limits.importChosen, because('numberTooLarge', { field: 'positions' }))
        .optional(),
      is_chosen: z.boolean(because('settingNotYesOrNo', { field: 'chosen' })).optional(),
      alt: text({ label: 'alternative text', max: limits.alt, lines: true }).optional(),
    }),
    answer: importAnswer,
  },
});

export const startImport = endpoint('startImport', {
  method: 'POST',
  path: '/imports/{id}/start',
  access: 'onboarded',
  takes: 'json',
  summary:
    'Import the chosen posts with these fields. `albums`: names of albums that become series. Posts get the date they have in the archive and notify nobody. Every plan may import for the author alone.',
  refuses: [switchedOff, 'conflict', 'upgrade_required', 'quota_exceeded'],
  shape: {
    params: idParams,
    body: z.object({
      audience: z.enum([...audiences, ''], because('audienceUnknown')).default('me'),
      license: z.enum([...licenses, ''], because('licenseUnknown')).optional(),
      category: z.string().max(80).optional(),
      show_camera: z.boolean(because('settingNotYesOrNo', { field: 'camera' })).optional(),
      albums: z
        .array(z.string().max(limits.importAlbumName), because('sentTwice'))
        .max(limits.series, because('tooManySeries', { most: limits.series }))
        .optional(),
    }),
    answer: importAnswer,
  },
});

export const pauseImport = endpoint('pauseImport', {
  method: 'POST',
  path: '/imports/{id}/pause',
  access: 'onboarded',
  summary: 'Pause an import that is under way.',
  refuses: [switchedOff, 'conflict'],
  shape: { params: idParams, answer: importAnswer },
});

export const resumeImport = endpoint('resumeImport', {
  method: 'DELETE',
  path: '/imports/{id}/pause',
  access: 'onboarded',
  summary: 'Continue a paused import.',
  refuses: [switchedOff, 'conflict'],
  shape: { params: idParams, answer: importAnswer },
});

export const cancelImport = endpoint('cancelImport', {
  method: 'DELETE',
  path: '/imports/{id}',
  access: 'onboarded',
  summary: 'End an import. Its archives are deleted. Posts that were imported stay, and can be removed with `undo`.',
  refuses: [switchedOff, 'conflict'],
  shape: { params: idParams, answer: message },
});

export const undoImport = endpoint('undoImport', {
  method: 'POST',
  path: '/imports/{id}/undo',
  access: 'onboarded',
  summary: 'Delete all posts of an import, with their likes and comments, within seven days after its end.',
  refuses: [switchedOff, 'conflict'],
  shape: { params: idParams, answer: importAnswer },
});
