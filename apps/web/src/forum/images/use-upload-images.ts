import { uploadForumImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/forum-images';
import { useEffect, useRef, useState } from 'react';
import type { SendOptions } from '~/photos/composer/send-post.ts';
import { FileGone, uploadWithRetry, type Waiting } from '~/photos/composer/upload-with-retry.ts';
import type { ChosenImage } from '~/photos/image-picker/chosen-image.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';
import { imageMarkdown } from './image-markdown.ts';

export type Uploading =
  | { is: 'idle' }
  | { is: 'sending'; number: number; count: number; share: number; waiting: Waiting | null }
  | { is: 'failed'; message: string };

/** A retry skips images already uploaded. */
export function useUploadImages() {
  const [uploading, setUploading] = useState<Uploading>({ is: 'idle' });
  const cancel = useRef<AbortController | null>(null);
  const keys = useRef(new Map<string, string>());
  useEffect(() => () => cancel.current?.abort(), []);

  /** Resolves to the Markdown of all images, or null if any failed. */
  const upload = async (prepare: () => Promise<readonly ChosenImage[]>): Promise<string | null> => {
    const { signal } = (cancel.current = new AbortController());
    setUploading({ is: 'sending', number: 1, count: 1, share: 0, waiting: null });
    try {
      const images = await prepare();
      const imageMarkdowns: string[] = [];
      for (const [index, image] of images.entries()) {
        const show = (share: number, waiting: Waiting | null) =>
          setUploading({ is: 'sending', number: index + 1, count: images.length, share, waiting });
        show(0, null);
        const key = keyOf(keys.current, image);
        const uploaded = await uploadWithRetry(
          { files: [image.file], send: (options) => sendImage({ file: image.file, alt: image.alt.trim(), key }, options) },
          {
            signal,
            onProgress: (sentBytes, total) => show(total === 0 ? 0 : sentBytes / total, null),
            onWaiting: (waiting) => show(0, waiting),
          },
        );
        imageMarkdowns.push(imageMarkdown(uploaded.id, image.alt));
      }
      return imageMarkdowns.join('\n\n');
    } catch (error) {
      setUploading(signal.aborted ? { is: 'idle' } : { is: 'failed', message: messageOf(error) });
      return null;
    }
  };
  return { uploading, upload, cancel: () => cancel.current?.abort() };
}

/** Each description has its own idempotency key, because a changed description needs a new upload. */
function keyOf(keys: Map<string, string>, { id, alt }: ChosenImage): string {
  const name = `${id} ${alt.trim()}`;
  const key = keys.get(name) ?? randomId();
  keys.set(name, key);
  return key;
}

const messageOf = (error: unknown): string => (error instanceof FileGone ? words.fileGone : errorMessage(error, words.uploadDropped));

interface ImageToSend {
  file: File;
  alt: string;
  key: string;
}

async function sendImage({ file, alt, key }: ImageToSend, { signal, onProgress }: SendOptions): Promise<Image> {
  const form = new FormData();
  form.set('alt', alt);
  form.set('image', file, file.name);
  return (await call(uploadForumImage, { form, signal, transport: sendCounting(onProgress), headers: { 'idempotency-key': key } })).data;
}
