import type { CameraData } from '@mbari/contract/photos/post-fields';
import { createPhoto } from '@mbari/contract/photos/posts';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import { call } from '~/platform/lib/call.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';
import { comparesImages, type PostText, setChanged } from './post-model.ts';

export interface NewPost extends PostText {
  key: string;
  images: readonly { file: File; alt: string; camera?: CameraData | null }[];
}

export type Posted = Omit<AnswerOf<typeof createPhoto>, 'message'>;

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

export function sendPost(post: NewPost, { signal, onProgress }: SendOptions): Promise<Posted> {
  const form = new FormData();
  setChanged(form, post);
  if (post.showsCamera) form.set('show_camera', 'true');
  if (comparesImages(post, post.images)) form.set('is_comparison', 'true');
  for (const [index, { file, alt, camera }] of post.images.entries()) {
    // The alt text precedes its image, because the server reads the form in order.
    form.set(`alt[${index}]`, alt);
    if (post.showsCamera && camera) form.set(`camera[${index}]`, JSON.stringify(camera));
    form.set(`images[${index}]`, file, file.name);
  }
  return call(createPhoto, { form, signal, transport: sendCounting(onProgress), headers: { 'idempotency-key': post.key } });
}
