import { licenseTerms } from '@mbari/contract/photos/post-fields';
import { type Photo, updatePhoto } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import { title as comparisonTitle } from '@mbari/words/comparison';
import * as composerWords from '@mbari/words/composer';
import { titleMissing } from '@mbari/words/composer';
import { label as warningLabel, none as noWarning } from '@mbari/words/content-warnings';
import * as detailWords from '@mbari/words/photo-details';
import * as words from '@mbari/words/photos';
import * as sentences from '@mbari/words/sentences';
import { challenges } from '@mbari/words/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { warningWords } from '~/photos/warnings/warning-words.ts';
import { postChanged } from '~/platform/lib/cache-events/photos.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { EditConflict, type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { prepareFiles } from '~/platform/media/prepare-image.ts';
import { onOrOff } from '~/platform/ui/conflict-choice.tsx';
import { audienceNames } from './audience-option.tsx';
import { changesOf, editedFrom, type EditedImage, type EditedPost, imageFromFile, revokeAddress } from './edited-images.tsx';
import { handleDeletedPost } from './handle-deleted-post.ts';

export function useEditPhoto(current: Photo, onClose: () => void) {
  const client = useQueryClient();
  const shared = useSharedEdit({ read: current, valuesOf: editedFrom, fields: editedFields });
  // The post as it was when the dialog opened, unaffected by new likes.
  const photo = shared.base ?? current;
  const start = useMemo(() => editedFrom(photo), [photo]);
  const { sent, save, cancel } = useSave(photo.id);
  const form = useForm<EditedPost>({
    start,
    check: ({ title }) => ({ ...(!hasVisibleText(title) && { title: [titleMissing] }) }),
    waits: shared.mustChoose,
    send: async (edited) => {
      try {
        await shared.save(edited, async (mine, base = photo) => {
          const changes = changesOf(base, mine);
          if (changes === null) return;
          changes.set('version', String(base.version));
          await save(changes);
        });
      } catch (error) {
        if (!isAbort(error) && !(error instanceof EditConflict)) toast.error(sentences.photoUpdateFailed);
        throw error;
      }
      onClose();
    },
    onFailure: (error) => {
      if (isAbort(error)) return;
      if (!handleDeletedPost(client, photo.id, error)) return errorsOf(error);
      onClose();
    },
  });
  const { preparing, add, allowed } = useAddFiles(form);
  useRevokedAddresses(form.values.images);
  return { ...form, photo, shared, unsaved: changesOf(photo, form.values) !== null, sent, cancel, preparing, add, allowed };
}

/** Saves the post, with progress from 0 to 1 and a way to cancel. */
function useSave(id: string) {
  const client = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const save = async (changes: FormData) => {
    setSent(0);
    controller.current = new AbortController();
    try {
      const { data } = await call(updatePhoto, {
        params: { id },
        form: changes,
        signal: controller.current.signal,
        transport: sendCounting((bytes, total) => setSent(total > 0 ? bytes / total : 1)),
      });
      postChanged(client, data, { recategorised: changes.has('category') });
      toast.success(sentences.photoUpdated);
    } catch (error) {
      setSent(null);
      throw error;
    }
  };
  return { sent, save, cancel: () => controller.current?.abort() };
}

function useAddFiles({ values, change, setErrors }: Pick<ReturnType<typeof useForm<EditedPost>>, 'values' | 'change' | 'setErrors'>) {
  const { user } = useSession();
  const allowed = user?.viewer.images_per_post ?? limits.imagesFree;
  const [preparing, setPreparing] = useState(false);
  const add = async (files: readonly File[], replaced: EditedImage | null, isEarlier = false) => {
    setPreparing(true);
    const room = replaced || isEarlier ? 1 : Math.max(0, allowed - values.images.length);
    const { ready, wrong, over } = await prepareFiles(files, room);
    setPreparing(false);
    const full = allowed < limits.imagesPaid ? sentences.upgradeForImages : sentences.tooManyImages;
    setErrors({ images: [...wrong, ...(over && !replaced ? [full] : [])] });
    const [first] = ready;
    if (replaced === null)
      change(({ images }) => ({
        images: [...images, ...ready.map(imageFromFile)],
        ...(isEarlier && first && { isComparison: true }),
      }));
    else if (first) {
      revokeAddress(replaced);
      const replacement = imageFromFile(first);
      change(({ images }) => ({ images: images.map((image) => (image.id === replaced.id ? replacement : image)) }));
    }
  };
  return { preparing, add, allowed };
}

function useRevokedAddresses(images: readonly EditedImage[]): void {
  const latest = useRef(images);
  useEffect(() => void (latest.current = images), [images]);
  useEffect(() => () => latest.current.forEach(revokeAddress), []);
}

/** Returns form errors for failures without field errors, and for plan limits. */
function errorsOf(error: unknown): FieldErrors | undefined {
  if (!(error instanceof CallRefused)) return { form: [words.connectionLost] };
  if (error.code === 'upgrade_required' && !error.errors['audience']) return { form: [sentences.upgradeForImages] };
  return Object.keys(error.errors).length > 0 ? undefined : { form: [error.message] };
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Fields to compare in a conflict with another version. */
const editedFields: SharedFields<EditedPost> = {
  title: { label: composerWords.title, text: String },
  description: { label: words.captionField, text: String },
  location_name: { label: detailWords.location, text: String },
  category: { label: composerWords.category, text: String },
  license: { label: detailWords.license, text: (license) => (license ? licenseTerms[license].name : detailWords.allRightsReserved) },
  audience: { label: detailWords.audience, text: (audience) => (audience ? audienceNames[audience] : detailWords.audienceSetting) },
  warning: { label: warningLabel, text: (reason) => (reason === '' ? noWarning : warningWords(reason)) },
  // These three are always empty here.
  publish_at: { label: composerWords.when, text: String },
  series_id: { label: composerWords.series, text: String },
  challenge_id: { label: challenges, text: String },
  showsCamera: { label: detailWords.showCamera, text: onOrOff },
  isComparison: { label: comparisonTitle, text: onOrOff },
  images: {
    label: words.images,
    text: (images) => images.map(({ alt }, index) => `${index + 1}. ${alt}`).join('\n'),
    key: (images) => JSON.stringify(images.map(({ id, alt }) => [id, alt])),
  },
};
