import { type StockAvatar, stockAvatarUrl, stockAvatars } from '@mbari/contract/people/stock-avatars';
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

interface PhotoStepProps extends Pick<StepProps, 'photo' | 'setPhoto' | 'worn' | 'errors'> {
  answers: Pick<Answers, 'avatar'>;
  change: (changed: { avatar: StockAvatar }) => void;
}

export function PhotoStep({ answers, change, photo, setPhoto, worn, errors }: PhotoStepProps) {
  const { take, opening, refusal, clearRefusal, cropping, closeCropping } = useAvatarFile(setPhoto);
  const shown = shownBy({ photo, avatar: answers.avatar, worn });
  const error = refusal ?? errors['profile_image']?.[0] ?? errors['profile_image_url']?.[0];
  return (
    <div className="photo-step">
      <div className="photo-drop">
        <img src={shown.src} alt={shown.alt} width="160" height="160" />
        <div>
          <FileButton label={photo ? words.chooseOtherPhoto : words.choosePhoto} busy={opening} wrong={error !== undefined} onFile={take} />
          <p id="photo-rules" className="mt-s2 text-t15 text-ink-meta" role="status">
            {photo ? whatIsSent(photo) : words.photoRules}
          </p>
          <div id="photo-error" role="alert">
            {error !== undefined && <FieldError>{error}</FieldError>}
          </div>
        </div>
      </div>
      <StockAvatars
        chosen={photo === null ? answers.avatar : undefined}
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
          onCut={(cut) => {
            setPhoto(cut);
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
  wrong: boolean;
  onFile: (file: File | undefined) => Promise<void>;
}

function FileButton({ label, busy, wrong, onFile }: FileButtonProps) {
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
        aria-invalid={wrong || undefined}
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
  chosen: Answers['avatar'] | undefined;
  onChoose: (avatar: StockAvatar) => void;
}

function StockAvatars({ chosen, onChoose }: StockAvatarsProps) {
  return (
    <fieldset>
      <legend className="mb-s3 text-t15 font-semibold">{words.portraits}</legend>
      <div className="portraits">
        {stockAvatars.map((name) => (
          <label key={name} className="portrait">
            <input type="radio" name="avatar" value={name} className="sr-only" checked={chosen === name} onChange={() => onChoose(name)} />
            <img src={stockAvatarUrl(name)} alt={portraits[name]} width="88" height="88" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function shownBy({ photo, avatar, worn }: Pick<StepProps, 'photo' | 'worn'> & { avatar: StockAvatar | 'worn' }): {
  src: string;
  alt: string;
} {
  if (photo?.unseen) return { src: '/avatars/default.svg', alt: words.yourPhotoUnseen };
  if (photo) return { src: photo.url, alt: words.yourPhoto };
  if (avatar === 'worn') return { src: worn ?? '/avatars/default.svg', alt: words.yourPhoto };
  return { src: stockAvatarUrl(avatar), alt: portraits[avatar] };
}

function whatIsSent(photo: AvatarDraft): string {
  if (photo.unseen) return words.sentUnseen;
  return words.sentCut({ size: Math.ceil(fileOf(photo).size / 1024) });
}
