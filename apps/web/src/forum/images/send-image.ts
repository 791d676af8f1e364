import { uploadForumImage } from '@mbari/contract/forum-images';
import type { Image } from '@mbari/contract/shapes/photos';
import type { SendOptions } from '~/photos/composer/send-post.ts';
import { call } from '~/platform/lib/call.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';

interface ImageToSend {
  file: File;
  alt: string;
  key: string;
}

export async function sendImage({ file, alt, key }: ImageToSend, { signal, onProgress }: SendOptions): Promise<Image> {
  const form = new FormData();
  form.set('alt', alt);
  form.set('image', file, file.name);
  return (await call(uploadForumImage, { form, signal, transport: sendCounting(onProgress), headers: { 'idempotency-key': key } })).data;
}
