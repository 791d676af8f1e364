import { isSeen } from '@mbari/contract/is-seen';
import * as words from '@mbari/words/composer';
import { CallRefused } from '~/platform/lib/call.ts';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { type PostText, textFields } from './post-model.ts';

/** What a post lacks before it can be sent: `images`, a `title`. */
export const missingFrom = ({ title }: PostText, images: readonly unknown[]): FieldErrors => ({
  ...(images.length === 0 && { images: [words.chooseFirst] }),
  ...(!isSeen(title) && { title: [words.titleMissing] }),
});

const isField = (name: string): boolean => textFields.some((field) => field === name);

/** The errors that no field of the form shows. */
export const otherErrors = (errors: FieldErrors): FieldErrors => only(errors, (name) => !isField(name));

/** Keeps the errors of fields, and collects all others as `others`. */
export function errorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallRefused)) return {};
  const others = Object.values(otherErrors(error.errors)).flat();
  return { ...only(error.errors, isField), ...(others.length > 0 && { others }) };
}

/** What is left once the fields say something else: an error of one that was changed is mended, or said again by the next try. */
export const withoutMended = (errors: FieldErrors, before: PostText, changed: PostText): FieldErrors =>
  only(errors, (name) => name !== 'others' && textFields.every((field) => field !== name || before[field] === changed[field]));

/** The same once the images are others: `files` are those that were refused as they were added. */
export const withoutThoseOfFiles = (errors: FieldErrors): FieldErrors => only(errors, (name) => name !== 'files' && name !== 'others');

const only = (errors: FieldErrors, isKept: (name: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name)));
