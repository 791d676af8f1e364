import { z } from 'zod';
import type { Reason } from './endpoint.ts';
import { isSeen } from './is-seen.ts';
import * as limits from './limits.ts';
import { visible } from './visible.ts';

/** Why a field is not taken, as a shape carries it: a sentence of the catalogue `refusals` by its key. The server makes words of it. */
export const because = (reason: string, params?: Reason['params']): string =>
  JSON.stringify({ reason, params } satisfies { reason: string; params: Reason['params'] | undefined });

/** What `because` was given; null for zod's own message. */
export const reasonIn = (message: string): Reason | null => (message.startsWith('{"reason":') ? (JSON.parse(message) as Reason) : null);

/** Embeddings, overrides and isolates. Unclosed, they would reorder text that follows. Direction marks stay. */
const bidiFormats = /[\u202a-\u202e\u2066-\u2069]/g;

const loneSurrogate = /\p{Cs}/u;

/** Length in code points, which is how people count; a cheap bound first, so that a megabyte is never iterated. */
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
  /** Names a person or thing, so invisible characters are refused, not dropped. */
  isName?: boolean;
  /** Keeps invisible characters. The use case refuses new ones, so that an older text need not change. */
  keepsInvisible?: boolean;
}

/** Typed text: trimmed, NFC, without NUL and lone surrogates. Cannot change the direction of surrounding text. */
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
      // NFC comes last, because dropping a character can join a letter and its mark.
      .transform((value) =>
        (isName || keepsInvisible ? value : lines ? value.replaceAll(bidiFormats, '') : visible(value.replaceAll('\t', ' ')))
          .normalize('NFC')
          .trim(),
      )
      .refine((value) => min === 0 || isSeen(value), { error: because('fieldRequired', { field: label }), abort: true })
      .refine((value) => !isName || visible(value) === value, { error: because('textInvisible', { field: label }) })
      .refine((value) => codePoints(value, max) <= max, { error: because('textTooLong', { field: label, most: max }) })
  );
}

/** A language by its tag, such as `fr` or `pt-BR`. Which ones are offered says `/site`. */
export const localeTag = z
  .string(because('mustBeText', { field: 'language' }))
  .max(35, because('languageTagWrong'))
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, because('languageTagWrong'));

/** A time zone by its name, such as `Africa/Lagos`. Which ones there are, the server knows. */
export const timeZone = z.string(because('mustBeText', { field: 'time zone' })).max(64, because('timeZoneUnknown'));

/** An id is opaque to clients; what is not a UUID can only be the id of nothing. */
export const id = z.string().max(64);

export const idParams = z.object({ id });

/** `page` and `per_page` from a query string: decimal digits only, so that `0x10`, `1e3` and ` 1` are refused. */
const wholeNumber = (label: string, max: number) =>
  z
    .string(because('notNumberFromOne', { field: label }))
    .regex(/^[1-9][0-9]{0,9}$/, because('notNumberFromOne', { field: label }))
    .transform((digits) => Math.min(Number(digits), max));

/** Numbers lead as far as `meta.last_page`, at most to the 10,000th item; the cursor leads to all. */
export const paging = {
  page: wholeNumber('page', 1_000_000_000).optional(),
  per_page: wholeNumber('per_page', limits.perPageMax).default(limits.perPage),
  cursor: z.string().max(512).optional(),
};

/** Version of stored content, raised by each edit. */
export const version = z.number().int();

/** Version that the edit is based on. The server refuses an older one with 409 and the stored content. If omitted, the last write wins. */
export const editedVersion = z
  .int(because('notWholeNumber', { field: 'version' }))
  .min(1, because('numberTooSmall', { field: 'version', least: 1 }))
  .max(1_000_000_000, because('numberTooLarge', { field: 'version' }))
  .optional();

/** The same as a form field. */
export const editedVersionText = wholeNumber('version', 1_000_000_000).optional();

export const listMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  /** Pass it as `cursor` to get what follows. Null at the end. */
  next_cursor: z.string().nullable(),
});
export type ListMeta = z.infer<typeof listMeta>;

export const dated = z.iso.datetime();

export const message = z.object({ message: z.string() });

export const roles = ['member', 'moderator', 'admin'] as const;
