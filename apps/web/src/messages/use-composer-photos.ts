import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { connectionLost } from '@mbari/words/ui';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '~/platform/lib/random-id.ts';
import { toast } from '~/platform/lib/toast.ts';
import type { ReadyPhoto } from './send-unsent.ts';

interface Chosen extends ReadyPhoto {
  id: string;
  address: string;
}

export type ComposerPhotos = ReturnType<typeof useComposerPhotos>;

export function useComposerPhotos() {
  'use no memo';
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [warning, setWarning] = useState('');
  const [isPreparing, setPreparing] = useState(false);
  const addresses = useRef<string[]>([]);
  useEffect(() => () => addresses.current.forEach((address) => URL.revokeObjectURL(address)), []);

  const add = async (picked: readonly File[]) => {
    if (picked.length === 0) return;
    setPreparing(true);
    try {
      const { prepareFiles } = await import('~/platform/media/prepare-image.ts');
      const { ready, wrong, over } = await prepareFiles(picked, limits.messageImages - chosen.length);
      const added = await Promise.all(ready.map(({ file }) => chosenOf(file)));
      addresses.current.push(...added.map(({ address }) => address));
      setChosen((before) => [...before, ...added].slice(0, limits.messageImages));
      for (const why of [...wrong, ...(over ? [words.tooManyPhotos({ most: limits.messageImages })] : [])]) toast.error(why, { id: why });
    } catch {
      toast.error(connectionLost);
    } finally {
      setPreparing(false);
    }
  };
  return {
    chosen,
    /** '' for none. */
    warning,
    isPreparing,
    add,
    setWarning,
    describe: (id: string, alt: string) => setChosen((before) => before.map((photo) => (photo.id === id ? { ...photo, alt } : photo))),
    remove: (id: string) => setChosen((before) => before.filter((photo) => photo.id !== id)),
    clear: () => {
      setChosen([]);
      setWarning('');
    },
  };
}

async function chosenOf(file: File): Promise<Chosen> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  // A browser that cannot draw the file, such as a HEIC photo, shows a square until the server has answered.
  await image.decode().catch(() => undefined);
  return { id: randomId(), file, address, alt: '', width: image.naturalWidth || 1, height: image.naturalHeight || 1 };
}
