import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/composer';
import { CallRefused } from '~/platform/lib/call.ts';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { missingTime, type PostText, textFields } from './post-model.ts';

/** Returns the required fields that are still empty: `images`, `title`, the time of a scheduled post. */
export const missingFields = ({ title, publish_at }: PostText, images: readonly unknown[]): FieldErrors => ({
  ...(images.length === 0 && { images: [words.chooseFirst] }),
  ...(!hasVisibleText(title) && { title: [words.titleMissing] }),
  ...missingTime({ publish_at }),
});

const isField = (name: string): boolean => textFields.some((field) => field === name);

/** The errors that no field of the form shows. */
export const otherErrors = (errors: FieldErrors): FieldErrors => only(errors, (name) => !isField(name));

/** Keeps the errors of fields, and collects all others as `others`. */
export function errorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallRefused)) return {};
  const otherMessages = Object.values(otherErrors(error.errors)).flat();
  return { ...only(error.errors, isField), ...(otherMessages.length > 0 && { others: otherMessages }) };
}

/** Drops the errors of fields the user has edited since the last submit. */
export const withoutEditedFields = (errors: FieldErrors, before: PostText, changed: PostText): FieldErrors =>
  only(errors, (name) => name !== 'others' && textFields.every((field) => field !== name || before[field] === changed[field]));

/** Drops file errors when the images change: `files` holds errors of files refused when added. */
export const withoutFileErrors = (errors: FieldErrors): FieldErrors => only(errors, (name) => name !== 'files' && name !== 'others');

const only = (errors: FieldErrors, isKept: (name: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name)));
