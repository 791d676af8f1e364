import { type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { ImageUp } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { headOf, kindOf } from '~/platform/media/check-files.ts';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import type { Answers } from './answers.ts';
import { type AvatarDraft, decode, fileOf, findProblem, isForeign, toUncroppedDraft } from './avatar-draft.ts';
import type { CropPhoto } from './crop-photo.tsx';
import type { StepProps } from './onboarding.tsx';

const portraits: Record<StockAvatar, string> = {
  gele: words.gele,
  fila: words.fila,
  afro: words.afro,
  braids: words.braids,
  shades: words.shades,
  mask: words.mask,
};

interface PhotoStepProps extends Pick<StepProps, 'photo' | 'setPhoto' | 'currentAvatar' | 'errors'> {
  answers: Pick<Answers, 'avatar'>;
  change: (changes: { avatar: StockAvatar }) => void;
}

export function PhotoStep({ answers, change, photo, setPhoto, currentAvatar, errors }: PhotoStepProps) {
  const { openFile, isOpening, refusal, clearRefusal, cropping, closeCropping } = useAvatarFile(setPhoto);
  const preview = previewOf({ photo, avatar: answers.avatar, currentAvatar });
  const error = refusal ?? errors['profile_image']?.[0] ?? errors['profile_image_url']?.[0];
  return (
    <div className="photo-step">
      <div className="photo-drop">
        <img src={preview.src} alt={preview.alt} width="160" height="160" />
        <div>
          <FileButton
            label={photo ? words.chooseOtherPhoto : words.choosePhoto}
            busy={isOpening}
            isInvalid={error !== undefined}
            onFile={openFile}
          />
          <p id="photo-rules" className="mt-s2 text-t15 text-ink-meta" role="status">
            {photo ? describeUpload(photo) : words.photoRules}
          </p>
          <div id="photo-error" role="alert">
            {error !== undefined && <FieldError>{error}</FieldError>}
          </div>
        </div>
      </div>
      <StockAvatars
        selected={photo === null ? answers.avatar : undefined}
        onChoose={(avatar) => {
          setPhoto(null);
          clearRefusal();
          change({ avatar });
        }}
      />
      {cropping && (
        <cropping.View
          url={cropping.url}
          image={cropping.image}
          onClose={closeCropping}
          onCrop={(croppedPhoto) => {
            setPhoto(croppedPhoto);
            closeCropping();
          }}
        />
      )}
    </div>
  );
}

interface FileButtonProps {
  label: string;
  busy: boolean;
  isInvalid: boolean;
  onFile: (file: File | undefined) => Promise<void>;
}

function FileButton({ label, busy, isInvalid, onFile }: FileButtonProps) {
  return (
    <label className="button button-quiet photo-pick">
      {busy ? <Spinner /> : <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />}
      {label}
      <input
        type="file"
        accept="image/*"
        data-field="profile_image"
        className="sr-only"
        aria-describedby="photo-rules photo-error"
        aria-invalid={isInvalid || undefined}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows picking the same file again.
          event.target.value = '';
          void onFile(file);
        }}
      />
    </label>
  );
}

interface StockAvatarsProps {
  selected: Answers['avatar'] | undefined;
  onChoose: (avatar: StockAvatar) => void;
}

function StockAvatars({ selected, onChoose }: StockAvatarsProps) {
  return (
    <fieldset>
      <legend className="mb-s3 text-t15 font-semibold">{words.portraits}</legend>
      <div className="portraits">
        {stockAvatars.map((name) => (
          <label key={name} className="portrait">
            <input
              type="radio"
              name="avatar"
              value={name}
              className="sr-only"
              checked={selected === name}
              onChange={() => onChoose(name)}
            />
            <img src={stockAvatarUrl(name)} alt={portraits[name]} width="88" height="88" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function previewOf({ photo, avatar, currentAvatar }: Pick<StepProps, 'photo' | 'currentAvatar'> & { avatar: StockAvatar | 'worn' }): {
  src: string;
  alt: string;
} {
  if (photo?.isUndecodable) return { src: '/avatars/default.svg', alt: words.yourPhotoUnseen };
  if (photo) return { src: photo.url, alt: words.yourPhoto };
  if (avatar === 'worn') return { src: currentAvatar ?? '/avatars/default.svg', alt: words.yourPhoto };
  return { src: stockAvatarUrl(avatar), alt: portraits[avatar] };
}

function describeUpload(photo: AvatarDraft): string {
  if (photo.isUndecodable) return words.sentUnseen;
  return words.sentCut({ size: Math.ceil(fileOf(photo).size / 1024) });
}

interface Cropping {
  url: string;
  image: ImageBitmap;
  View: ComponentType<Parameters<typeof CropPhoto>[0]>;
}

/** Opens the cropper for a chosen, dropped or pasted file, or sends it unchanged if the browser cannot decode it. */
function useAvatarFile(setPhoto: (photo: AvatarDraft) => void) {
  const [refusal, setRefusal] = useState<string>();
  const [isOpening, setIsOpening] = useState(false);
  const [cropping, setCropping] = useState<Cropping>();

  const decodeFile = async (file: File): Promise<void> => {
    const image = await decode(file);
    // The server decodes more formats, and explains why it refuses a file.
    if (image === null && (isForeign(file) || kindOf(await headOf(file)).name !== null)) return setPhoto(await toUncroppedDraft(file));
    if (image === null) return setRefusal(sentences.avatarNotImage);
    const view = await import('./crop-photo.tsx').catch(() => null);
    if (view === null) setRefusal(words.openingFailed);
    else setCropping({ url: URL.createObjectURL(file), image, View: view.CropPhoto });
  };
  const openFile = async (file: File | undefined) => {
    if (file === undefined || isOpening || cropping) return;
    const problem = findProblem(file);
    setRefusal(problem);
    if (problem !== undefined) return;
    setIsOpening(true);
    await decodeFile(file);
    setIsOpening(false);
  };
  useDroppedFiles((file) => void openFile(file));

  return {
    openFile,
    isOpening,
    refusal,
    clearRefusal: () => setRefusal(undefined),
    cropping,
    closeCropping: () => {
      if (cropping === undefined) return;
      cropping.image.close();
      URL.revokeObjectURL(cropping.url);
      setCropping(undefined);
    },
  };
}

/** Accepts drops and pastes anywhere; otherwise the browser would open the file. */
function useDroppedFiles(openFile: (file: File | undefined) => void): void {
  const onFile = useEffectEvent(openFile);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragover', (event) => event.preventDefault(), { signal });
    addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        onFile(event.dataTransfer?.files[0]);
      },
      { signal },
    );
    addEventListener('paste', (event) => onFile(event.clipboardData?.files[0]), { signal });
    return () => controller.abort();
  }, []);
}
