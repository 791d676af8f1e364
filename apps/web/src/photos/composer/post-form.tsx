import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/composer';
import * as sentences from '@mbari/words/sentences';
import { shareAPhoto } from '@mbari/words/shell';
import { discard, discardTitle } from '@mbari/words/ui';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ChosenImage, lacksAlt } from '~/photos/image-picker/chosen-image.ts';
import { ChosenImages } from '~/photos/image-picker/chosen-images.tsx';
import { ComparisonOption } from '~/photos/image-picker/comparison-option.tsx';
import { FilePicker, useIncomingFiles } from '~/photos/image-picker/file-picker.tsx';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { checkFiles, withTrueTypes } from '~/platform/media/check-files.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/platform/ui/dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { Opening } from './composer-host.tsx';
import { PostFields } from './post-fields.tsx';
import { PostFormFooter } from './post-form-footer.tsx';
import { comparesImages, type PostText } from './post-model.ts';
import type { Posted } from './send-post.ts';
import { SendingPost } from './sending-post.tsx';
import type { Draft } from './stored-draft.ts';
import { type PostDraft, usePostDraft } from './use-post-draft.ts';
import { useSharePost } from './use-share-post.ts';

interface PostFormProps extends Opening {
  memberId: string;
  draft: Draft | null;
  onClose: () => void;
  onPosted: (posted: Posted, images: readonly ChosenImage[]) => void;
}

/** The form in a dialog. While its post is sent, and after a failure, the feed shows the post instead. */
export function PostForm({ memberId, draft, files, isShared = false, isQueued = false, challengeId, onClose, onPosted }: PostFormProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const allowed = user?.viewer.images_per_post ?? limits.imagesFree;
  const [asking, setAsking] = useState<'to leave' | 'for alt texts' | null>(null);
  const [isAway, setAway] = useState(isQueued);
  const form = useRef<HTMLFormElement>(null);
  const post = usePostDraft({ memberId, draft, isShared, challengeId, onRefused: (reason) => showFileErrors([reason]) });
  const { images } = post.chosen;
  const asksForAlt = () => {
    if (!images.some(lacksAlt) || !wantsReminder()) return false;
    setAsking('for alt texts');
    return true;
  };
  const { errors, showFileErrors, textChanged, imagesChanged, onSubmit, share, sending, busy, cancel } = useSharePost(post, {
    asksFirst: asksForAlt,
    onStart: () => {
      if (isAway) return;
      // Closes the image editor, which keeps its edit, before the images are prepared.
      flushSync(() => setAway(true));
      const { challenge_id } = post.text;
      if (challenge_id === '') void navigate({ to: '/feed' }).then(() => scrollTo({ top: 0 }));
      else void navigate({ to: '/challenges/$id/{-$part}', params: { id: challenge_id } });
    },
    onStop: () => setAway(false),
    onPosted,
    onPending: onClose,
  });
  const { add, atLimit, sayFull } = useAddImages({ allowed, busy, files, chosen: post.chosen, onErrors: showFileErrors });
  useQueue(isQueued, share);
  useReopening(files, () => (busy ? toast.blank(words.stillSending) : setAway(false)));
  if (isAway)
    return (
      <SendingPost
        image={images[0]}
        title={post.text.title}
        challengeId={post.text.challenge_id}
        sending={sending}
        onCancel={cancel}
        onRetry={share}
        onOpen={() => setAway(false)}
      />
    );
  return (
    <>
      <Dialog
        title={shareAPhoto}
        size="wide"
        onClose={() => (post.isEmpty ? onClose() : setAsking('to leave'))}
        footer={
          <PostFormFooter
            {...{ post, sending, atLimit }}
            allowed={comparesImages(post.text, images) ? Math.max(allowed, images.length) : allowed}
            onShare={() => form.current?.requestSubmit()}
          />
        }
      >
        <Fields
          {...{ form, post, errors, textChanged, imagesChanged, onSubmit, allowed }}
          onFiles={(picked) => void add(picked)}
          onEarlier={async (file) => (await add([file], 1)) && post.setText((text) => ({ ...text, isComparison: true }))}
          onLocked={sayFull}
        />
      </Dialog>
      {asking === 'to leave' && (
        <LeaveDialog
          storable={post.isStorable}
          onStay={() => setAsking(null)}
          onLeave={(keep) => {
            if (keep) void post.store();
            else post.remove();
            onClose();
          }}
        />
      )}
      {asking === 'for alt texts' && <AltQuestion {...{ images, form }} onAnswer={() => setAsking(null)} onShare={share} />}
    </>
  );
}

interface FieldsProps {
  form: RefObject<HTMLFormElement | null>;
  post: PostDraft;
  errors: FieldErrors;
  textChanged: (before: PostText, changed: PostText) => void;
  imagesChanged: () => void;
  allowed: number;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onFiles: (files: readonly File[]) => void;
  /** Adds an earlier version of the image. */
  onEarlier: (file: File) => Promise<unknown>;
  onLocked: () => void;
}

function Fields({ form, post, errors, textChanged, imagesChanged, allowed, onSubmit, onFiles, onEarlier, onLocked }: FieldsProps) {
  const { chosen, text, setText, fullSize, setFullSize } = post;
  const { images } = chosen;
  useSubmitByKeyboard(form);
  useIncomingFiles(onFiles);
  // After a refusal the draft opens at its first error.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [form]);
  const changeText = (changed: PostText) => {
    textChanged(text, changed);
    setText(changed);
  };
  const changeImages = (changed: Parameters<typeof chosen.change>[0]) => {
    imagesChanged();
    chosen.change(changed);
    if (changed.length < limits.imagesCompared) setText({ ...text, isComparison: false });
  };
  const missing = images.length === 0 ? (errors['images'] ?? []) : [];
  return (
    <form ref={form} className="composer" noValidate onSubmit={onSubmit}>
      <div className="composer-photos">
        <ChosenImages
          {...{ images, fullSize }}
          disabled={false}
          picker={
            images.length < limits.imagesPaid &&
            !comparesImages(text, images) && (
              <FilePicker first={images.length === 0} locked={images.length >= allowed} onFiles={onFiles} onLocked={onLocked} />
            )
          }
          onFullSize={setFullSize}
          onChange={changeImages}
          onEdit={chosen.edit}
          onFetchDecoder={chosen.fetchDecoder}
        />
        <ComparisonOption
          count={images.length}
          isComparison={text.isComparison}
          {...{ allowed }}
          disabled={false}
          onAdd={(file) => void onEarlier(file)}
          onChange={(isComparison) => changeText({ ...text, isComparison })}
        />
      </div>
      <div className="composer-fields">
        <div aria-live="polite">
          {[...missing, ...(errors['files'] ?? []), ...(errors['others'] ?? [])].map((error) => (
            <FieldError key={error}>{error}</FieldError>
          ))}
        </div>
        <PostFields
          text={text}
          disabled={false}
          errors={errors}
          cameras={images.filter(({ state }) => state === 'ready').map(({ camera }) => camera ?? null)}
          onChange={changeText}
        />
      </div>
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

interface AltQuestionProps {
  images: readonly ChosenImage[];
  form: RefObject<HTMLFormElement | null>;
  onAnswer: () => void;
  onShare: () => void;
}

/** Asks for missing alt texts. Opens the first image without one, or shares anyway. */
function AltQuestion({ images, form, onAnswer, onShare }: AltQuestionProps) {
  return (
    <AltReminder
      missing={images.filter(lacksAlt).length}
      of={images.length}
      onDescribe={() => {
        onAnswer();
        focusEmptyAlt(form.current);
      }}
      onShare={() => {
        onAnswer();
        onShare();
      }}
    />
  );
}

/** Makes the first image without alt text large, and focuses the field. */
function focusEmptyAlt(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLButtonElement>('[data-lacks-alt]')?.click();
  // Runs after the closing reminder has restored the focus.
  setTimeout(() => form?.querySelector<HTMLTextAreaElement>('.chosen-alt textarea')?.focus());
}

/** Sends a draft that waited for a connection. */
function useQueue(isQueued: boolean, share: () => void): void {
  const send = useEffectEvent(share);
  useEffect(() => {
    if (isQueued) send();
  }, [isQueued]);
}

/** Calls back when the composer is opened again while the post is away. */
function useReopening(files: readonly File[], onReopen: () => void): void {
  const handled = useRef(files);
  useEffect(() => {
    if (handled.current === files) return;
    handled.current = files;
    onReopen();
  });
}

function useSubmitByKeyboard(form: RefObject<HTMLFormElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  });
  useLayoutEffect(() => {
    const element = form.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [form]);
}

/** Stored in this browser until sign-out. */
const key = 'mbari_alt_reminder';

const wantsReminder = (): boolean => localStorage.getItem(key) !== 'off';

interface AltReminderProps {
  missing: number;
  of: number;
  onDescribe: () => void;
  onShare: () => void;
}

function AltReminder({ missing, of, onDescribe, onShare }: AltReminderProps) {
  const [off, setOff] = useState(false);
  const share = () => {
    if (off) localStorage.setItem(key, 'off');
    onShare();
  };
  return (
    <Dialog
      title={words.altTitle}
      onClose={onDescribe}
      footer={
        <>
          <Button kind="quiet" onClick={share}>
            {words.shareWithoutAlt}
          </Button>
          <Button onClick={onDescribe}>{words.describe}</Button>
        </>
      }
    >
      <p>{missing === of ? words.altMissingAll({ count: of }) : words.altMissing({ missing, count: of })}</p>
      <label className="alt-reminder-off">
        <input type="checkbox" checked={off} onChange={({ target }) => setOff(target.checked)} />
        {words.stopReminding}
      </label>
    </Dialog>
  );
}

interface LeaveDialogProps {
  storable: boolean;
  onStay: () => void;
  onLeave: (keep: boolean) => void;
}

/** Asks before the composer closes with an unshared post. */
function LeaveDialog({ storable, onStay, onLeave }: LeaveDialogProps) {
  if (!storable)
    return (
      <ConfirmDialog title={discardTitle} question={words.unshared} action={discard} onClose={onStay} onConfirm={() => onLeave(false)} />
    );
  return (
    <Dialog
      title={words.keepTitle}
      onClose={onStay}
      footer={
        <>
          <Button kind="quiet" onClick={() => onLeave(false)}>
            {discard}
          </Button>
          <Button onClick={() => onLeave(true)}>{words.keepDraft}</Button>
        </>
      }
    >
      <p>{words.keepQuestion}</p>
    </Dialog>
  );
}

interface AddImagesOptions {
  allowed: number;
  busy: boolean;
  files: readonly File[];
  chosen: { images: readonly unknown[]; add: (files: readonly File[]) => void };
  /** Receives the reasons why files were refused; empty if none were. */
  onErrors: (errors: readonly string[]) => void;
}

function useAddImages({ allowed, busy, files, chosen, onErrors }: AddImagesOptions) {
  const [atLimit, setAtLimit] = useState(false);
  const sayFull = () => {
    setAtLimit(true);
    const full = allowed < limits.imagesPaid ? sentences.upgradeForImages : sentences.tooManyImages;
    toast.error(full, { id: full });
  };
  /** Returns true if a file was added. */
  const add = async (picked: readonly File[], room = allowed - chosen.images.length) => {
    const { taken, wrong, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
    onErrors(wrong);
    setAtLimit(over);
    if (over) sayFull();
    chosen.add(taken);
    return taken.length > 0;
  };
  useOpenedFiles(files, async (opened) => void (busy || (await add(opened))));
  return { add, atLimit, sayFull };
}

/** Adds the files with which the composer was opened. */
function useOpenedFiles(files: readonly File[], add: (files: readonly File[]) => Promise<unknown>): void {
  const added = useRef<readonly File[]>(null);
  useEffect(() => {
    if (added.current === files) return;
    added.current = files;
    if (files.length > 0) void add(files);
  });
}
