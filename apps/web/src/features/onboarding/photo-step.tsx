import * as sentences from '@mbari/contract/sentences';
import { type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/stock-avatars';
import { ImageUp } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { FieldError } from '~/ui/field.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import type { Answers } from './answers.ts';
import { asItIs, decode, fileOf, isForeign, type AvatarDraft, problemOf } from './avatar-draft.ts';
import type { CropPhoto } from './crop-photo.tsx';
import type { StepProps } from './onboarding.tsx';

const portraits: Record<StockAvatar, string> = {
  gele: 'A woman in a gele',
  fila: 'A man in a fila',
  afro: 'An afro',
  braids: 'Braids',
  shades: 'Dark glasses',
  mask: 'A mask',
};

interface Cropping {
  url: string;
  picture: ImageBitmap;
  View: ComponentType<Parameters<typeof CropPhoto>[0]>;
}

interface PhotoStepProps extends Pick<StepProps, 'photo' | 'setPhoto' | 'worn' | 'errors'> {
  answers: Pick<Answers, 'avatar'>;
  change: (changed: { avatar: StockAvatar }) => void;
}

/** The first step: a photo of one’s own, or one of the house’s portraits. */
export function PhotoStep({ answers, change, photo, setPhoto, worn, errors }: PhotoStepProps) {
  const [refusal, setRefusal] = useState<string>();
  const [opening, setOpening] = useState(false);
  const [cropping, setCropping] = useState<Cropping>();
  const shown = shownBy({ photo, avatar: answers.avatar, worn });
  const wrong = refusal ?? errors['profile_image']?.[0] ?? errors['profile_image_url']?.[0];

  const take = async (file: File | undefined) => {
    if (file === undefined || opening || cropping) return;
    const problem = problemOf(file);
    setRefusal(problem);
    if (problem !== undefined) return;
    setOpening(true);
    const picture = await decode(file);
    if (picture === null && isForeign(file)) setPhoto(await asItIs(file));
    else if (picture === null) setRefusal(sentences.avatarNotImage);
    else {
      const view = await import('./crop-photo.tsx').catch(() => null);
      if (view === null) setRefusal('The line dropped while this was opening. Please choose the photo again.');
      else setCropping({ url: URL.createObjectURL(file), picture, View: view.CropPhoto });
    }
    setOpening(false);
  };
  const close = () => {
    if (cropping === undefined) return;
    cropping.picture.close();
    URL.revokeObjectURL(cropping.url);
    setCropping(undefined);
  };
  useFilesFromAnywhere((file) => void take(file));

  return (
    <div className="photo-step">
      <div className="photo-drop">
        <img src={shown.src} alt={shown.alt} width="160" height="160" />
        <div>
          <label className="button button-quiet photo-pick">
            {opening ? <Spinner /> : <ImageUp size={20} strokeWidth={1.6} aria-hidden="true" />}
            {photo ? 'Choose another photo' : 'Choose a photo'}
            <input
              type="file"
              accept="image/*"
              data-field="profile_image"
              className="sr-only"
              aria-describedby="photo-rules photo-error"
              aria-invalid={wrong !== undefined || undefined}
              onChange={(event) => {
                const file = event.target.files?.[0];
                // The same file may be picked again after it was refused or put away.
                event.target.value = '';
                void take(file);
              }}
            />
          </label>
          <p id="photo-rules" className="mt-s2 text-t15 text-ink-meta" role="status">
            {photo ? whatIsSent(photo) : 'An image under 5 MB. You can drop or paste it here, too.'}
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
                  setPhoto(null);
                  setRefusal(undefined);
                  change({ avatar: name });
                }}
              />
              <img src={stockAvatarUrl(name)} alt={portraits[name]} width="88" height="88" />
            </label>
          ))}
        </div>
      </fieldset>
      {cropping && (
        <cropping.View
          url={cropping.url}
          picture={cropping.picture}
          onClose={close}
          onCut={(made) => {
            setPhoto(made);
            close();
          }}
        />
      )}
    </div>
  );
}

function shownBy({ photo, avatar, worn }: Pick<StepProps, 'photo' | 'worn'> & { avatar: StockAvatar | 'worn' }): {
  src: string;
  alt: string;
} {
  if (photo?.unseen) return { src: '/avatars/default.svg', alt: 'Your photo, which this browser cannot show' };
  if (photo) return { src: photo.url, alt: 'Your photo' };
  if (avatar === 'worn') return { src: worn ?? '/avatars/default.svg', alt: 'Your photo' };
  return { src: stockAvatarUrl(avatar), alt: portraits[avatar] };
}

function whatIsSent(photo: AvatarDraft): string {
  if (photo.unseen) return 'This browser cannot show it. It is sent as it is.';
  return `Only this cut is sent, ${Math.ceil(fileOf(photo).size / 1024)} KB, without place or date.`;
}

/** A photo may be dropped or pasted anywhere on the page; without this, the browser would leave the page to show it. */
function useFilesFromAnywhere(take: (file: File | undefined) => void): void {
  const onFiles = useEffectEvent(take);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    globalThis.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    globalThis.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        onFiles(event.dataTransfer?.files[0]);
      },
      { signal },
    );
    globalThis.addEventListener('paste', (event) => onFiles(event.clipboardData?.files[0]), { signal });
    return () => stop.abort();
  }, []);
}
