import { uploadForumImage } from '@mbari/contract/forum/images';
import type { Image } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-images';
import * as uiWords from '@mbari/words/ui';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { imageMarkdown } from '~/forum/markdown/pending-images.ts';
import type { SendOptions } from '~/photos/composer/send-post.ts';
import { FileGone, uploadWithRetry, type Waiting } from '~/photos/composer/upload-with-retry.ts';
import { type ChosenImage, lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { ChosenImages } from '~/photos/image-picker/chosen-images.tsx';
import { FilePicker, useIncomingFiles } from '~/photos/image-picker/file-picker.tsx';
import { useChosenImages } from '~/photos/image-picker/use-chosen-images.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';
import { checkFiles, withTrueTypes } from '~/platform/media/check-files.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { InsertImagesDialogProps } from './insert-images-dialog.tsx';

export function UploadImages({ files, onInsert, onClose }: InsertImagesDialogProps) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const chosenImages = useChosenImages({ stored: [], fullSize: false, onRefused: (reason) => setWrong([reason]) });
  const { uploading, upload, cancel } = useUploadImages();
  const isBusy = uploading.is === 'sending';
  const { images } = chosenImages;
  const add = async (picked: readonly File[]) => {
    const room = limits.forumImages - images.length;
    const { taken, wrong: refused, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
    setWrong(over ? [...refused, words.tooMany({ most: limits.forumImages })] : refused);
    chosenImages.add(taken);
  };
  useIncomingFiles((incoming) => void add(incoming), isBusy);
  useFirstFiles(files, (first) => void add(first));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const markdown = await upload(chosenImages.whenPrepared);
    if (markdown !== null) onInsert(markdown);
  };
  return (
    <form className="grid gap-s4" aria-busy={isBusy} noValidate onSubmit={(event) => void submit(event)}>
      <ChosenImages
        images={images}
        disabled={isBusy}
        picker={
          images.length < limits.forumImages &&
          !isBusy && <FilePicker first={images.length === 0} locked={false} onFiles={(picked) => void add(picked)} />
        }
        onChange={chosenImages.change}
        onEdit={chosenImages.edit}
        onFetchDecoder={chosenImages.fetchDecoder}
      />
      {images.some(lacksAlt) && <p className="text-t15 text-ink-meta">{words.describeFirst}</p>}
      <div aria-live="polite">
        {wrong.map((error) => (
          <FieldError key={error}>{error}</FieldError>
        ))}
      </div>
      <UploadProgress uploading={uploading} />
      {images.length > 0 && (
        <div className="flex justify-end gap-s3">
          <Button kind="quiet" onClick={isBusy ? cancel : onClose}>
            {uiWords.cancel}
          </Button>
          <Button type="submit" busy={isBusy && words.adding} disabled={images.some(({ state }) => state === 'needs decoder')}>
            {words.addToText({ count: images.length })}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Adds the files chosen before the dialog opened. */
function useFirstFiles(files: readonly File[], add: (files: readonly File[]) => void): void {
  const added = useRef(false);
  const addFirst = useEffectEvent(() => {
    if (added.current) return;
    added.current = true;
    if (files.length > 0) add(files);
  });
  useEffect(() => addFirst(), []);
}

function UploadProgress({ uploading }: { uploading: Uploading }) {
  if (uploading.is === 'idle') return null;
  if (uploading.is === 'failed')
    return (
      <div role="alert">
        <FieldError>{words.uploadFailed({ reason: uploading.message })}</FieldError>
      </div>
    );
  const { number, count, share, waiting } = uploading;
  return (
    <div className="grid gap-s2" role="status">
      <p className="text-t15">{words.addingImage({ position: number, count })}</p>
      <progress className="w-full" value={(number - 1 + share) / count} max={1} aria-label={words.adding} />
      {waiting && (
        <p className="flex flex-wrap items-center gap-s3 text-t15">
          {waiting.for === 'connection' ? words.offline : words.tryingAgain}
          <Button kind="text" onClick={waiting.retry}>
            {words.tryNow}
          </Button>
        </p>
      )}
    </div>
  );
}

type Uploading =
  | { is: 'idle' }
  | { is: 'sending'; number: number; count: number; share: number; waiting: Waiting | null }
  | { is: 'failed'; message: string };

/** A retry skips images already uploaded. */
function useUploadImages() {
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
