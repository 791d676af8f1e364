import * as limits from '@mbari/contract/limits';
import * as sentences from '@mbari/contract/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addedPostLeft, postAdded } from '~/lib/cache-events/posts.ts';
import { CallRefused } from '~/lib/call.ts';
import { useSession } from '~/lib/session.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { AltReminder, wantsReminder } from './alt-reminder.tsx';
import { checkFiles } from '~/features/media/check-files.ts';
import { type Chosen, ChosenImages } from '~/features/image-picker/chosen-images.tsx';
import { FilePicker } from '~/features/image-picker/file-picker.tsx';
import type { Draft } from './kept-draft.ts';
import { withTrueTypes } from '~/features/media/kind-of-file.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { PlanNote } from './plan-note.tsx';
import { PostFields } from './post-fields.tsx';
import { ResizeNote } from '~/features/image-picker/resize-note.tsx';
import { type SendKey, sendKey } from '~/features/uploads/send-key.ts';
import type { Posted } from '~/features/uploads/send-post.ts';
import { SendingLine } from '~/features/uploads/sending-progress.tsx';
import { useChosen } from '~/features/image-picker/use-chosen-images.ts';
import { useIncomingFiles } from '~/features/image-picker/use-incoming-files.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useSending } from '~/features/uploads/use-sending.ts';

interface PostFormProps {
  memberId: string;
  draft: Draft | null;
  files: readonly File[];
  onClose: () => void;
  onPosted: (posted: Posted, images: readonly Chosen[]) => void;
}

interface Wrong {
  images?: readonly string[];
  title?: readonly string[];
  other?: readonly string[];
}

/** What was chosen and written stays until it is posted or thrown away on purpose. */
export function PostForm({ memberId, draft, files, onClose, onPosted }: PostFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const may = user?.viewer.images_per_post ?? limits.imagesFree;
  const [text, setText] = useState({ title: draft?.title ?? '', description: draft?.description ?? '', category: draft?.category ?? '' });
  const [fullSize, setFullSize] = useState(draft?.fullSize ?? false);
  const [lastSend, setLastSend] = useState<SendKey | null>(draft?.send ?? null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [atLimit, setAtLimit] = useState(false);
  const [asking, setAsking] = useState<'to leave' | 'for words' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { sending, busy, send, cancel } = useSending();
  const complain = (words: readonly string[]) => {
    setWrong((before) => ({ ...before, images: words }));
    for (const one of words) toast.error(one, { id: one });
  };
  const chosen = useChosen({ kept: draft?.images ?? [], fullSize, onTooLarge: () => complain([sentences.imageTooLarge]) });
  const { images } = chosen;
  const written: Draft = {
    ...text,
    fullSize,
    images: images.map(({ id, alt, file, state, pickedBytes, removed = [] }) => ({
      ...{ id, alt, file },
      prepared: state === 'ready' && pickedBytes !== undefined ? { pickedBytes, removed } : null,
    })),
    send: lastSend,
    at: 0,
  };
  const isEmpty = images.length === 0 && text.title.trim() === '' && text.description.trim() === '';
  const kept = useKeptDraft(memberId, isEmpty ? null : written);

  const addFiles = async (picked: readonly File[]) => {
    const { taken, wrong: notTaken, over } = checkFiles(await withTrueTypes(picked), may - images.length, Number.POSITIVE_INFINITY);
    complain(notTaken);
    setAtLimit(over);
    if (over) toast.error(may < limits.imagesPaid ? sentences.upgradeForImages : sentences.tooManyImages, { id: 'too many' });
    chosen.add(taken);
  };
  useIncomingFiles((incoming) => void addFiles(incoming), busy);
  useFirstFiles(files, addFiles);

  const submit = async ({ reminded = false } = {}) => {
    if (busy) return;
    const missing = { images: images.length === 0, title: text.title.trim() === '' };
    if (missing.images || missing.title) {
      setWrong({
        ...(missing.images && { images: ['Choose a photo to share.'] }),
        ...(missing.title && { title: ['Give it a title.'] }),
        other: [sentences.uploadIncomplete],
      });
      toast.error(sentences.uploadIncomplete, { id: sentences.uploadIncomplete });
      form.current?.querySelector<HTMLElement>(missing.images ? '.file-picker button' : '[name=title]')?.focus();
      return;
    }
    if (!reminded && images.some(({ alt }) => alt.trim() === '') && wantsReminder()) return setAsking('for words');
    setWrong({});
    let travelling: readonly Chosen[] = images;
    const answer = await send(async () => {
      travelling = await chosen.whenReady();
      if (travelling.length < images.length || travelling.some(({ state }) => state === 'needs helper')) return null;
      const key = sendKey(lastSend, { ...text, images: travelling });
      setLastSend(key);
      await kept.keepNow({ ...written, send: key });
      return { key: key.key, ...text, images: travelling };
    });
    if (answer instanceof CallRefused) setWrong(wrongOf(answer));
    else if (answer !== null) {
      kept.forget();
      postAdded(client, answer.data);
      await navigate({ to: '/feed' });
      scrollTo({ top: 0 });
      addedPostLeft(client);
      onPosted(answer, travelling);
    }
  };

  return (
    <>
      <Dialog
        title="Share a photo"
        size="large"
        onClose={() => (busy || !isEmpty ? setAsking('to leave') : onClose())}
        foot={
          <>
            {sending.is === 'at rest' ? <PlanNote chosen={images.length} may={may} atLimit={atLimit} /> : <SendingLine sending={sending} />}
            {kept.at !== null && sending.is === 'at rest' && (
              <p className="draft-kept">Draft kept {new Date(kept.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}</p>
            )}
            {busy ? (
              <Button kind="quiet" onClick={cancel}>
                Cancel
              </Button>
            ) : (
              <Button onClick={() => void submit()}>
                {sending.is === 'failed' ? 'Try again' : images.some(({ state }) => state === 'readying') ? 'Share when ready' : 'Share'}
              </Button>
            )}
          </>
        }
      >
        <form
          ref={form}
          className="composer"
          noValidate
          aria-busy={busy}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void submit();
          }}
        >
          <ChosenImages images={images} disabled={busy} onChange={chosen.change} onFetchHelper={chosen.fetchHelper} />
          <ResizeNote
            images={images}
            fullSize={fullSize}
            disabled={busy}
            onFullSize={(wish) => {
              setFullSize(wish);
              chosen.prepareAll(wish);
            }}
          />
          {images.length < limits.imagesPaid && !busy && (
            <FilePicker first={images.length === 0} locked={images.length >= may} onFiles={(picked) => void addFiles(picked)} />
          )}
          <div aria-live="polite">
            {[...(wrong.images ?? []), ...(wrong.other ?? [])].map((words) => (
              <FieldError key={words}>{words}</FieldError>
            ))}
          </div>
          <PostFields words={text} disabled={busy} wrong={wrong.title} onChange={setText} />
          {/* Enter in the title sends, as in every form. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      </Dialog>
      {asking === 'to leave' && (
        <LeaveDialog
          sending={busy}
          keeps={!kept.impossible}
          onStay={() => setAsking(null)}
          onKeep={() => {
            cancel();
            void kept.keepNow(written);
            onClose();
          }}
          onThrowAway={() => {
            cancel();
            kept.forget();
            onClose();
          }}
        />
      )}
      {asking === 'for words' && (
        <AltReminder
          missing={images.filter(({ alt }) => alt.trim() === '').length}
          of={images.length}
          onDescribe={() => {
            setAsking(null);
            const fields = [...(form.current?.querySelectorAll<HTMLTextAreaElement>('.chosen-words textarea') ?? [])];
            // Once the reminder has given the focus back.
            setTimeout(() => fields.find(({ value }) => value.trim() === '')?.focus());
          }}
          onShare={() => {
            setAsking(null);
            void submit({ reminded: true });
          }}
        />
      )}
    </>
  );
}

/** The server's texts, each under the field it is about. */
function wrongOf({ errors }: CallRefused): Wrong {
  const { title, ...others } = errors;
  return { ...(title && { title }), other: Object.values(others).flat() };
}

/** What was dropped on the feed, once. */
function useFirstFiles(files: readonly File[], add: (files: readonly File[]) => Promise<void>): void {
  const added = useRef(false);
  useEffect(() => {
    if (added.current) return;
    added.current = true;
    if (files.length > 0) void add(files);
  });
}
