import * as words from '@mbari/words/composer';
import type { PostText } from '~/features/uploads/send-post.ts';
import type { CallRefused } from '~/lib/call.ts';

export interface PostErrors extends FieldErrors {
  /** None was chosen. */
  noImage?: boolean;
  images?: readonly string[];
  other?: readonly string[];
}

/** Of the fields beside the images, each shown at its own. */
export interface FieldErrors {
  title?: readonly string[] | undefined;
  description?: readonly string[] | undefined;
  category?: readonly string[] | undefined;
}

/** What a post lacks before it can be sent; null: nothing. */
export function missingFrom({ title }: PostText, images: readonly unknown[]): PostErrors | null {
  const missing = {
    ...(images.length === 0 && { noImage: true }),
    ...(title.trim() === '' && { title: [words.titleMissing] }),
  };
  return Object.keys(missing).length === 0 ? null : missing;
}

export function errorsOf({ errors }: CallRefused): PostErrors {
  const { title, description, category, ...others } = errors;
  return { title, description, category, other: Object.values(others).flat() };
}

/** What is left once the fields say something else: an error of one that was changed is mended, or said again by the next try. */
export function withoutMended(errors: PostErrors, before: PostText, changed: PostText): PostErrors {
  const { title, description, category, other: _, ...ofImages } = errors;
  return {
    ...ofImages,
    ...(before.title === changed.title && { title }),
    ...(before.description === changed.description && { description }),
    ...(before.category === changed.category && { category }),
  };
}
