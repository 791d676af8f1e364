import { randomId } from '~/lib/random-id.ts';
import type { NewPost } from './send-post.ts';

export interface SendKey {
  /** Goes with the post, so that a retry never doubles it. */
  key: string;
  /** What was sent under it. */
  post: string;
}

type Written = Omit<NewPost, 'key' | 'images'> & { images: readonly { id: string; alt: string }[] };

/** The key of the last send where the same post goes again; a new one where anything in it was changed since. */
export function sendKey(last: SendKey | null, { title, description, category, images }: Written): SendKey {
  const post = JSON.stringify([title, description, category, images.map(({ id, alt }) => [id, alt])]);
  return last?.post === post ? last : { key: randomId(), post };
}
