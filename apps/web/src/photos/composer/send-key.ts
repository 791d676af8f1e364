import { randomId } from '~/platform/lib/random-id.ts';
import { textOf } from './post-model.ts';
import type { NewPost } from './send-post.ts';

export interface SendKey {
  /** The idempotency key, so that a retry never posts twice. */
  key: string;
  /** The post that was sent under it, as JSON. */
  post: string;
}

type Contents = Omit<NewPost, 'key' | 'images'> & { images: readonly { id: string; alt: string }[] };

/** The last key where the same post is sent again, or a new one where anything in it has changed. */
export function sendKey(last: SendKey | null, { images, ...text }: Contents): SendKey {
  const post = JSON.stringify([textOf(text), images.map(({ id, alt }) => [id, alt])]);
  return last?.post === post ? last : { key: randomId(), post };
}
