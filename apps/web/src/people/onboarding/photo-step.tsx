import { type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import * as words from '@mbari/words/onboarding';
import { ImageUp } from 'lucide-react';
import { FieldError } from '~/platform/ui/field.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import type { Answers } from './answers.ts';
import { type AvatarDraft, fileOf } from './avatar-draft.ts';
import type { StepProps } from './onboarding.tsx';
import { useAvatarFile } from './use-avatar-file.ts';

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
