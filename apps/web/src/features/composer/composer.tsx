import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { addToFeed, categories } from '~/features/photos/photo-queries.ts';
import { CallRefused, wordsOf } from '~/lib/call.ts';
import { randomId } from '~/lib/random-id.ts';
import { useSession } from '~/lib/session.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/ui/dialog.tsx';
import { FieldError, SelectField, TextArea, TextField } from '~/ui/field.tsx';
import { checkFiles } from './check-files.ts';
import { type Chosen, ChosenImages } from './chosen-images.tsx';
import { FilePicker } from './file-picker.tsx';
import { PlanNote } from './plan-note.tsx';
import { type SendKey, sendKey } from './send-key.ts';
import { sendPost } from './send-post.ts';
import './composer.css';
import { type Sending, SendingLine } from './sending-line.tsx';

/** Share a photo. What was typed stays until it is posted or thrown away on purpose. */
export function Composer({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const may = user?.viewer.images_per_post ?? limits.imagesFree;
  const { data: choices = [], isError: noChoices } = useQuery(categories);
  const [images, setImages] = useState<readonly Chosen[]>([]);
  const [text, setText] = useState({ title: '', description: '', category: '' });
  const [wrong, setWrong] = useState<{ images?: readonly string[]; title?: readonly string[]; other?: readonly string[] }>({});
  const [atLimit, setAtLimit] = useState(false);
  const [sending, setSending] = useState<Sending>({ is: 'at rest' });
  const [leaving, setLeaving] = useState(false);
  const cancel = useRef<AbortController | null>(null);
  const lastSend = useRef<SendKey | null>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const busy = sending.is === 'sending';

  const addFiles = (files: readonly File[]) => {
    const { taken, wrong: notTaken, over } = checkFiles(files, may - images.length);
    setWrong({ ...wrong, images: notTaken });
    setAtLimit(over);
    setImages([...images, ...taken.map((file) => ({ file, alt: '', id: randomId(), address: URL.createObjectURL(file) }))]);
  };
  usePaste(addFiles, busy);
  // The thumbnails' addresses hold the files in memory until they are given back.
  const latest = useRef(images);
  useEffect(() => void (latest.current = images), [images]);
  useEffect(() => () => latest.current.forEach(({ address }) => URL.revokeObjectURL(address)), []);
  useWarnOnLeaving(busy);

  const close = () => {
    if (busy || images.length > 0 || text.title !== '' || text.description !== '') setLeaving(true);
    else onClose();
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (images.length === 0 || text.title.trim() === '') {
      setWrong({
        ...(images.length === 0 && { images: ['Choose a photo to share.'] }),
        ...(text.title.trim() === '' && { title: ['Give it a title.'] }),
        other: [sentences.uploadIncomplete],
      });
      if (images.length > 0) titleField.current?.focus();
      return;
    }
    setWrong({});
    const told = toast.loading(sentences.uploading);
    cancel.current = new AbortController();
    setSending({ is: 'sending', sent: 0, total: images.reduce((sum, { file }) => sum + file.size, 0) });
    lastSend.current = sendKey(lastSend.current, { ...text, images });
    try {
      const photo = await sendPost(
        { key: lastSend.current.key, ...text, images },
        { signal: cancel.current.signal, onProgress: (sent, total) => setSending({ is: 'sending', sent, total }) },
      );
      addToFeed(client, photo);
      toast.success(sentences.uploaded, { id: told });
      onClose();
      await navigate({ to: '/feed' });
      scrollTo({ top: 0 });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        toast.dismiss(told);
        setSending({ is: 'at rest' });
        return;
      }
      toast.error(sentences.uploadFailed, { id: told });
      setSending({ is: 'failed', words: wordsOf(error, 'The line dropped. Nothing you wrote is lost.') });
      if (error instanceof CallRefused) setWrong(wrongOf(error));
    }
  };

  return (
    <>
      <Dialog
        title="Share a photo"
        size="large"
        onClose={close}
        foot={
          <>
            <PlanNote chosen={images.length} may={may} atLimit={atLimit} />
            {busy ? (
              <Button kind="quiet" onClick={() => cancel.current?.abort()}>
                Cancel
              </Button>
            ) : (
              <Button onClick={() => void submit()}>{sending.is === 'failed' ? 'Try again' : 'Share'}</Button>
            )}
          </>
        }
      >
        <form className="composer" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
          <ChosenImages images={images} disabled={busy} onChange={setImages} />
          {images.length < limits.imagesPaid && !busy && (
            <FilePicker first={images.length === 0} locked={images.length >= may} onFiles={addFiles} />
          )}
          <div aria-live="polite">
            {[...(wrong.images ?? []), ...(wrong.other ?? [])].map((words) => (
              <FieldError key={words}>{words}</FieldError>
            ))}
          </div>
          <div className="composer-line">
            <TextField
              ref={titleField}
              label="Title"
              name="title"
              dir="auto"
              required
              autoComplete="off"
              maxLength={limits.title}
              readOnly={busy}
              value={text.title}
              error={wrong.title}
              aside={<Counter text={text.title} most={limits.title} />}
              onChange={({ target }) => setText({ ...text, title: target.value })}
            />
            <SelectField
              label="Category"
              name="category"
              disabled={busy}
              value={text.category}
              error={noChoices ? sentences.categoriesFetchFailed : undefined}
              onChange={({ target }) => setText({ ...text, category: target.value })}
            >
              <option value="">None</option>
              {choices.map(({ id, name }) => (
                <option key={id} value={name}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea
            label={
              <>
                Story<span className="font-normal text-ink-meta">, if you like</span>
              </>
            }
            name="description"
            maxLength={limits.description}
            readOnly={busy}
            value={text.description}
            aside={<Counter text={text.description} most={limits.description} />}
            onChange={({ target }) => setText({ ...text, description: target.value })}
          />
          <SendingLine sending={sending} />
          {/* Enter in the title sends, as in every form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title="Throw this away?"
          question="What you chose and wrote here has not been shared yet."
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

function Counter({ text, most }: { text: string; most: number }) {
  return (
    <span className="text-t13 text-ink-meta tabular-nums">
      {[...text].length} / {most}
    </span>
  );
}

/** The server's texts, each under the field it is about. */
function wrongOf({ errors }: CallRefused) {
  const { title, ...others } = errors;
  return { ...(title && { title }), other: Object.values(others).flat() };
}

/** A picture pasted anywhere while the composer is open is one more image. */
function usePaste(onFiles: (files: File[]) => void, off: boolean): void {
  const paste = useRef(onFiles);
  useEffect(() => void (paste.current = onFiles));
  useEffect(() => {
    if (off) return;
    const listen = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      paste.current(files);
    };
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, [off]);
}

/** Asks before the window is closed over an upload. */
function useWarnOnLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}
