import type { AnswerOf } from '@mbari/contract/endpoint';
import type { License } from '@mbari/contract/licenses';
import { createPhoto } from '@mbari/contract/photos';
import type { CameraData } from '@mbari/contract/shapes/camera-data';
import { call } from '~/platform/lib/call.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';

/** The fields of a post, without its images. */
export interface PostText {
  title: string;
  description: string;
  /** A category's name, or '' for none. */
  category: string;
  /** Empty: all rights are reserved. */
  license: License | '';
  /** How the images were taken is kept and shown. */
  showsCamera: boolean;
}

export interface NewPost extends PostText {
  /** The idempotency key: sent again under the same key, the post is made once. */
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
  form.set('title', post.title);
  if (post.description.trim() !== '') form.set('description', post.description);
  if (post.category !== '') form.set('category', post.category);
  if (post.license) form.set('license', post.license);
  if (post.showsCamera) form.set('show_camera', 'true');
  for (const [index, { file, alt, camera }] of post.images.entries()) {
    // The alt text precedes its image: the server reads the form in order.
    form.set(`alt[${index}]`, alt);
    if (post.showsCamera && camera) form.set(`camera[${index}]`, JSON.stringify(camera));
    form.set(`images[${index}]`, file, file.name);
  }
  return call(createPhoto, { form, signal, transport: sendCounting(onProgress), headers: { 'idempotency-key': post.key } });
}
