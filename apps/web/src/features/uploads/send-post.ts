import type { AnswerOf } from '@mbari/contract/endpoint';
import { createPhoto } from '@mbari/contract/photos';
import { call } from '~/lib/call.ts';
import type { PostWords } from '~/features/composer/post-fields.tsx';

export interface NewPost extends PostWords {
  /** Sent again under the same key, the post is made once: a retry never doubles it. */
  key: string;
  images: readonly { file: File; alt: string }[];
}

export type Posted = AnswerOf<typeof createPhoto>;

interface Watch {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

export function sendPost(post: NewPost, { signal, onProgress }: Watch): Promise<Posted> {
  const form = new FormData();
  form.set('title', post.title);
  if (post.description.trim() !== '') form.set('description', post.description);
  if (post.category !== '') form.set('category', post.category);
  for (const [index, { file, alt }] of post.images.entries()) {
    // The words go ahead of their image, so that the server knows them when the bytes arrive.
    form.set(`alt[${index}]`, alt);
    form.set(`images[${index}]`, file, file.name);
  }
  return call(createPhoto, { form, signal, onProgress, headers: { 'idempotency-key': post.key } });
}
