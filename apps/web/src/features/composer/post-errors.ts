import * as words from '@mbari/words/composer';
import * as sentences from '@mbari/words/sentences';
import type { PostText } from '~/features/uploads/send-post.ts';
import type { CallRefused } from '~/lib/call.ts';

export interface PostErrors {
  images?: readonly string[];
  title?: readonly string[];
  other?: readonly string[];
}

/** What a post lacks before it can be sent; null: nothing. */
export function missingFrom({ title }: PostText, images: readonly unknown[]): PostErrors | null {
  const missing = {
    ...(images.length === 0 && { images: [words.chooseFirst] }),
    ...(title.trim() === '' && { title: [words.titleMissing] }),
  };
  return Object.keys(missing).length === 0 ? null : { ...missing, other: [sentences.uploadIncomplete] };
}

export function errorsOf({ errors }: CallRefused): PostErrors {
  const { title, ...others } = errors;
  return { ...(title && { title }), other: Object.values(others).flat() };
}
