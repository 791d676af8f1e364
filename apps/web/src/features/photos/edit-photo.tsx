import { updatePhoto } from '@mbari/contract/editing';
import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import type { Photo } from '@mbari/contract/shapes/photos';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PostFields } from '~/features/composer/post-fields.tsx';
import { noticeGone } from './notice-gone.ts';
import { postChanged } from '~/lib/cache-events/posts.ts';
import { call, CallRefused } from '~/lib/call.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/ui/dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { changesOf, type EditedImage, fromFile, imagesOf, letGo, writtenOn } from './edited-image.ts';
import { EditedImages } from './edited-images.tsx';
import { readyFiles } from '~/features/media/prepare-files.ts';
import './edit-photo.css';

/** Change a post of one's own. What was typed stays until it is saved or thrown away on purpose. */
export function EditPhoto({ photo: now, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const { user } = useSession();
  const may = user?.viewer.images_per_post ?? limits.imagesFree;
  // As it was when the dialog opened: likes that come in meanwhile change nothing here.
  const [photo] = useState(now);
  const [written, setWritten] = useState(() => writtenOn(photo));
  const [images, setImages] = useState(() => imagesOf(photo));
  const [wrong, setWrong] = useState<{ title?: readonly string[]; other: readonly string[] }>({ other: [] });
  const [sent, setSent] = useState<number | null>(null);
  const [readying, setReadying] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const cancel = useRef<AbortController | null>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const busy = sent !== null;
  useLettingGo(images);

  const addFiles = async (files: readonly File[], insteadOf: EditedImage | null) => {
    setReadying(true);
    const room = insteadOf ? 1 : Math.max(0, may - images.length);
    const { ready, wrong: notTaken, over } = await readyFiles(files, room);
    setReadying(false);
    const full = may < limits.imagesPaid ? sentences.upgradeForImages : sentences.tooManyImages;
    setWrong({ other: [...notTaken, ...(over && !insteadOf ? [full] : [])] });
    const [file] = ready;
    if (insteadOf === null) setImages((now) => [...now, ...ready.map((one) => fromFile(one))]);
    else if (file) {
      letGo(insteadOf);
      setImages((now) => now.map((image) => (image.id === insteadOf.id ? fromFile(file) : image)));
    }
  };

  const close = () => {
    if (busy || changesOf(photo, written, images) !== null) setLeaving(true);
    else onClose();
  };

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || readying) return;
    if (written.title.trim() === '') {
      setWrong({ title: ['Give it a title.'], other: [] });
      titleField.current?.focus();
      return;
    }
    const form = changesOf(photo, written, images);
    if (form === null) {
      onClose();
      return;
    }
    setWrong({ other: [] });
    setSent(0);
    cancel.current = new AbortController();
    try {
      const { data } = await call(updatePhoto, {
        params: { id: photo.id },
        form,
        signal: cancel.current.signal,
        onProgress: (bytes, total) => setSent(total > 0 ? bytes / total : 1),
      });
      postChanged(client, data, { recategorised: form.has('category') });
      toast.success(sentences.photoUpdated);
      onClose();
    } catch (error) {
      setSent(null);
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(sentences.photoUpdateFailed);
      if (noticeGone(client, photo.id, error)) onClose();
      else setWrong(wrongOf(error));
    }
  };

  return (
    <>
      <Dialog
        title="Edit photo"
        size="large"
        onClose={close}
        foot={
          busy ? (
            <Button kind="quiet" onClick={() => cancel.current?.abort()}>
              Cancel
            </Button>
          ) : (
            <Button busy={readying && 'Preparing...'} onClick={() => void save()}>
              Save changes
            </Button>
          )
        }
      >
        <form className="edit-photo" onSubmit={(event) => void save(event)} noValidate aria-busy={busy}>
          <EditedImages
            images={images}
            disabled={busy || readying}
            onChange={setImages}
            onFiles={(files, insteadOf) => void addFiles(files, insteadOf)}
          />
          <div aria-live="polite">
            {wrong.other.map((words) => (
              <FieldError key={words}>{words}</FieldError>
            ))}
          </div>
          <PostFields words={written} disabled={busy} wrong={wrong.title} onChange={setWritten} titleField={titleField} />
          <div role="status">
            {busy && (
              <>
                <span className="sr-only">Saving the changes</span>
                <progress className="edit-photo-sent" value={sent} max={1} aria-label="Saving the changes" />
              </>
            )}
          </div>
          {/* Enter in the title saves, as in every form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title="Throw this away?"
          question="What you changed here has not been saved yet."
          act="Throw away"
          onClose={() => setLeaving(false)}
          onConfirm={() => {
            cancel.current?.abort();
            onClose();
          }}
        />
      )}
    </>
  );
}

/** The server's texts, each where it belongs. */
function wrongOf(error: unknown) {
  if (!(error instanceof CallRefused)) return { other: ['The line dropped. Nothing you changed is lost.'] };
  if (error.code === 'upgrade_required') return { other: [sentences.upgradeForImages] };
  const { title, ...others } = error.errors;
  const texts = Object.values(others).flat();
  return { ...(title && { title }), other: texts.length > 0 || title ? texts : [error.message] };
}

function useLettingGo(images: readonly EditedImage[]): void {
  const latest = useRef(images);
  useEffect(() => void (latest.current = images), [images]);
  useEffect(() => () => latest.current.forEach(letGo), []);
}
