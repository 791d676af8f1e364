import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-images';
import * as uiWords from '@mbari/words/ui';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { ChosenImages } from '~/photos/image-picker/chosen-images.tsx';
import { FilePicker, useIncomingFiles } from '~/photos/image-picker/file-picker.tsx';
import { useChosenImages } from '~/photos/image-picker/use-chosen-images.ts';
import { checkFiles, withTrueTypes } from '~/platform/media/check-files.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { InsertImagesDialogProps } from './insert-images-dialog.tsx';
import { type Uploading, useUploadImages } from './use-upload-images.ts';

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
