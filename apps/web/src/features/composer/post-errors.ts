import * as words from '@mbari/words/composer';
import type { PostText } from '~/features/uploads/send-post.ts';
import type { CallRefused } from '~/lib/call.ts';

export interface PostErrors {
  /** None was chosen. */
  noImage?: boolean;
  images?: readonly string[];
  title?: readonly string[];
  other?: readonly string[];
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
  const { title, ...others } = errors;
  return { ...(title && { title }), other: Object.values(others).flat() };
}
