import { z } from 'zod';
import type { Reason } from './endpoint.ts';
import { removeInvisible } from './invisible-characters.ts';
import * as limits from './limits.ts';
import { hasVisibleText } from './visible-text.ts';

/** Encodes a reason as a zod message: a key of the catalogue `refusals` and its parameters. The server decodes it. */
export const because = (reason: string, params?: Reason['params']): string =>
  JSON.stringify({ reason, params } satisfies { reason: string; params: Reason['params'] | undefined });

/** Decodes a message of `because`. Null for zod's own messages. */
export const reasonIn = (message: string): Reason | null => (message.startsWith('{"reason":') ? (JSON.parse(message) as Reason) : null);

/** Bidirectional embeddings, overrides and isolates. Unclosed ones would reorder the text that follows. */
const bidiFormats = /[\u202a-\u202e\u2066-\u2069]/g;
const loneSurrogate = /\p{Cs}/u;

/** Returns the length in code points. Counts UTF-16 units, which is faster, if the text exceeds `atMost` anyway. */
export function codePoints(text: string, atMost: number): number {
  return text.length > atMost * 2 ? text.length : [...text].length;
}

interface TextRules {
  label: string;
  max: number;
  /** 1 requires a visible grapheme. */
  min?: 0 | 1;
  /** Keeps line breaks. Otherwise refuses line breaks and ASCII controls, and drops invisible characters. */
  lines?: boolean;
  /** Refuses invisible characters instead of dropping them, as in names of people and things. */
  isName?: boolean;
  /** Keeps invisible characters: in drafts, and in names and occupations, where the use case refuses them only if the text changed. */
  keepsInvisible?: boolean;
}

/** Text input: trimmed, NFC, without NUL and lone surrogates. */
export function text({ label, max, min = 0, lines = false, isName = false, keepsInvisible = false }: TextRules) {
  return (
    z
      .string(because('mustBeText', { field: label }))
      .refine((value) => codePoints(value, max) <= max, { error: because('textTooLong', { field: label, most: max }), abort: true })
      .refine((value) => !value.includes('\0') && !loneSurrogate.test(value), {
        error: because('textNotKept', { field: label }),
        abort: true,
      })
      .refine((value) => lines || !/[\u0001-\u0008\u000a-\u001f\u007f\u2028\u2029]/.test(value), {
        error: because('textNotOneLine', { field: label }),
        abort: true,
      })
      // NFC is last, because dropping a character can join a letter and its mark.
      .transform((value) =>
        (isName || keepsInvisible ? value : lines ? value.replaceAll(bidiFormats, '') : removeInvisible(value.replaceAll('\t', ' ')))
          .normalize('NFC')
          .trim(),
      )
      .refine((value) => min === 0 || hasVisibleText(value), { error: because('fieldRequired', { field: label }), abort: true })
      .refine((value) => !isName || removeInvisible(value) === value, { error: because('textInvisible', { field: label }) })
      .refine((value) => codePoints(value, max) <= max, { error: because('textTooLong', { field: label, most: max }) })
  );
}

/** Language tag, such as `fr` or `pt-BR`. `GET /site` lists the offered ones. */
export const localeTag = z
  .string(because('mustBeText', { field: 'language' }))
  .max(35, because('languageTagWrong'))
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, because('languageTagWrong'));

/** IANA time zone, such as `Africa/Lagos`. */
export const timeZone = z.string(because('mustBeText', { field: 'time zone' })).max(64, because('timeZoneUnknown'));

/** Opaque id. A value that is not a UUID matches nothing. */
export const id = z.string().max(64);

/** Id in a body. Null and empty text mean none. */
export const idOrNone = id.nullable().transform((text) => text || null);

export const idParams = z.object({ id });

/** Decimal digits only: `0x10`, `1e3` and ` 1` are refused. */
const wholeNumber = (label: string, max: number) =>
  z
    .string(because('notNumberFromOne', { field: label }))
    .regex(/^[1-9][0-9]{0,9}$/, because('notNumberFromOne', { field: label }))
    .transform((digits) => Math.min(Number(digits), max));

/** `page` reaches only the first 10,000 items. `cursor` reaches all items. */
export const paging = {
  page: wholeNumber('page', 1_000_000_000).optional(),
  per_page: wholeNumber('per_page', limits.perPageMax).default(limits.perPage),
  cursor: z.string().max(512).optional(),
};

export const version = z.number().int();

/** Version that the edit is based on. The server refuses an outdated one with 409 and the stored content. If omitted, the last write wins. */
export const editedVersion = z
  .int(because('notWholeNumber', { field: 'version' }))
  .min(1, because('numberTooSmall', { field: 'version', least: 1 }))
  .max(1_000_000_000, because('numberTooLarge', { field: 'version' }))
  .optional();

export const editedVersionText = wholeNumber('version', 1_000_000_000).optional();

export const listMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  /** Cursor of the next page. Null at the end. */
  next_cursor: z.string().nullable(),
});
export type ListMeta = z.infer<typeof listMeta>;

export const dated = z.iso.datetime();
export const message = z.object({ message: z.string() });

export const roles = ['member', 'moderator', 'admin'] as const;
