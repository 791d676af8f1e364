import { limits } from '@mbari/contract/limits';
import { sentences } from '@mbari/contract/sentences';
import { type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/stock-avatars';
import { ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FieldError } from '~/ui/field.tsx';
import type { StepProps } from './onboarding.tsx';

const portraits: Record<StockAvatar, string> = {
  gele: 'A woman in a gele',
  fila: 'A man in a fila',
  afro: 'An afro',
  braids: 'Braids',
  shades: 'Dark glasses',
  mask: 'A mask',
};

interface PhotoStepProps extends StepProps {
  photo: File | null;
  onPhoto: (photo: File | null) => void;
}

export function PhotoStep({ answers, change, photo, onPhoto, errors }: PhotoStepProps) {
  const [refusal, setRefusal] = useState<string>();
  const preview = usePreview(photo);
  const wrong = refusal ?? errors['profile_image']?.[0];
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = problemOf(file);
    setRefusal(problem);
    if (problem === undefined) onPhoto(file);
  };
  return (
    <div className="photo-step">
      <div
        className="photo-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <img
          src={preview ?? stockAvatarUrl(answers.avatar)}
          alt={photo ? 'Your photo' : portraits[answers.avatar]}
          width="160"
          height="160"
        />
        <div>
          <label className="button button-quiet photo-pick">
            <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />
            {photo ? 'Choose another photo' : 'Choose a photo'}
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              aria-describedby="photo-rules photo-error"
              onChange={(event) => {
                take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
          <p id="photo-rules" className="mt-s2 text-t15 text-ink-meta">
            An image under 5 MB. You can drop it here, too.
          </p>
          <div id="photo-error" role="alert">
            {wrong !== undefined && <FieldError>{wrong}</FieldError>}
          </div>
        </div>
      </div>
      <fieldset>
        <legend className="mb-s3 text-t15 font-semibold">Or wear one of these</legend>
        <div className="portraits">
          {stockAvatars.map((name) => (
            <label key={name} className="portrait">
              <input
                type="radio"
                name="avatar"
                value={name}
                className="sr-only"
                checked={photo === null && answers.avatar === name}
                onChange={() => {
                  onPhoto(null);
                  setRefusal(undefined);
                  change({ avatar: name });
                }}
              />
              <img src={stockAvatarUrl(name)} alt={portraits[name]} width="88" height="88" />
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function problemOf(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return sentences.avatarNotImage;
  return file.size >= limits.avatarBytes ? sentences.avatarTooLarge : undefined;
}

function usePreview(photo: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (photo === null) return setUrl(undefined);
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url;
}
