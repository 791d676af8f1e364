import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { textOf } from './post-model.ts';
import type { NewPost } from './send-post.ts';

export interface SendKey {
  key: string;
  /** JSON of the post sent under the key. */
  post: string;
}

type Contents = Omit<NewPost, 'key' | 'images'> & { images: readonly Pick<ChosenImage, 'id' | 'alt' | 'edit'>[] };

/** Returns the last key if the same post is sent again, otherwise a new one. */
export function sendKey(last: SendKey | null, { images, ...text }: Contents): SendKey {
  const post = JSON.stringify([textOf(text), images.map(({ id, alt, edit }) => [id, alt, edit])]);
  return last?.post === post ? last : { key: randomId(), post };
}
