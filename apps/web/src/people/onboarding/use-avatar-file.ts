import * as words from '@mbari/words/onboarding';
import * as sentences from '@mbari/words/sentences';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { headOf, kindOf } from '~/platform/media/check-files.ts';
import { type AvatarDraft, decode, findProblem, isForeign, toUncroppedDraft } from './avatar-draft.ts';
import type { CropPhoto } from './crop-photo.tsx';

interface Cropping {
  url: string;
  image: ImageBitmap;
  View: ComponentType<Parameters<typeof CropPhoto>[0]>;
}

/** Opens the cropper for a chosen, dropped or pasted file, or sends it unchanged if the browser cannot decode it. */
export function useAvatarFile(setPhoto: (photo: AvatarDraft) => void) {
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
