import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { headOf, kindOf } from '~/platform/media/kind-of-file.ts';
import { asItIs, type AvatarDraft, decode, isForeign, problemOf } from './avatar-draft.ts';
import type { CropPhoto } from './crop-photo.tsx';

interface Cropping {
  url: string;
  image: ImageBitmap;
  View: ComponentType<Parameters<typeof CropPhoto>[0]>;
}

/** Takes a file for an avatar, chosen, dropped or pasted: it is cropped where this browser can show it, else sent as it is. */
export function useAvatarFile(setPhoto: (photo: AvatarDraft) => void) {
  const [refusal, setRefusal] = useState<string>();
  const [opening, setOpening] = useState(false);
  const [cropping, setCropping] = useState<Cropping>();

  const open = async (file: File): Promise<void> => {
    const image = await decode(file);
    // The server reads some formats that the browser does not, and explains what is wrong with the others.
    if (image === null && (isForeign(file) || kindOf(await headOf(file)).name !== null)) return setPhoto(await asItIs(file));
    if (image === null) return setRefusal(sentences.avatarNotImage);
    const view = await import('./crop-photo.tsx').catch(() => null);
    if (view === null) setRefusal(words.openingFailed);
    else setCropping({ url: URL.createObjectURL(file), image, View: view.CropPhoto });
  };
  const take = async (file: File | undefined) => {
    if (file === undefined || opening || cropping) return;
    const problem = problemOf(file);
    setRefusal(problem);
    if (problem !== undefined) return;
    setOpening(true);
    await open(file);
    setOpening(false);
  };
  useDroppedFiles((file) => void take(file));

  return {
    take,
    opening,
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

/** A photo may be dropped or pasted anywhere on the page; without this, the browser would leave the page to show it. */
function useDroppedFiles(take: (file: File | undefined) => void): void {
  const onFile = useEffectEvent(take);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
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
    return () => listening.abort();
  }, []);
}
