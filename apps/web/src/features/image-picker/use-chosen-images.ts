import { useEffect, useRef, useState } from 'react';
import { randomId } from '~/lib/random-id.ts';
import type { Chosen } from './chosen-images.tsx';
import type { DraftImage } from '~/features/composer/kept-draft.ts';
import { preparePhoto, type Wishes } from '~/features/media/prepare-image.ts';

interface Wanted {
  /** From a draft. */
  kept: readonly DraftImage[];
  fullSize: boolean;
  /** Some file stays too large, whatever is done. */
  onTooLarge: () => void;
}

/** The photos of the post: each is prepared as soon as it is chosen, one after the other. */
export function useChosen({ kept, fullSize, onTooLarge }: Wanted) {
  const [images, setImages] = useState<readonly Chosen[]>(() => kept.map(chosenFrom));
  // What is on its way back from a worker meets the list as it is then.
  const latest = useRef(images);
  const set = (change: (images: readonly Chosen[]) => readonly Chosen[]) => {
    latest.current = change(latest.current);
    setImages(latest.current);
  };
  const patch = (id: string, change: Partial<Chosen>) =>
    set((all) =>
      all.map((image) => {
        if (image.id !== id) return image;
        if (change.address !== undefined && image.address !== change.address) URL.revokeObjectURL(image.address);
        return { ...image, ...change };
      }),
    );

  const jobs = useRef(new Set<Promise<void>>());
  const prepare = (image: Chosen, wishes: Wishes) => {
    const job = prepareOne(image, wishes).finally(() => jobs.current.delete(job));
    jobs.current.add(job);
  };
  const prepareOne = async (image: Chosen, wishes: Wishes) => {
    const picked = image.picked ?? image.file;
    patch(image.id, { state: 'readying' });
    const prepared = await preparePhoto(picked, wishes).catch(() => null);
    const now = latest.current.find(({ id }) => id === image.id);
    if (now === undefined) return;
    if (prepared?.is === 'needs helper') patch(image.id, { state: 'needs helper' });
    else if (prepared?.is !== 'ready' && now.pickedBytes !== undefined) {
      // Made smaller before, it stays so: at full size it would not be taken.
      patch(image.id, { state: 'ready' });
      onTooLarge();
    } else if (prepared?.is !== 'ready') {
      set((all) => all.filter(({ id }) => id !== image.id));
      URL.revokeObjectURL(now.address);
      onTooLarge();
    } else
      patch(image.id, {
        state: 'ready',
        picked,
        file: prepared.file,
        removed: prepared.removed,
        pickedBytes: picked.size,
        ...(prepared.file !== now.file && { address: URL.createObjectURL(prepared.file) }),
      });
  };

  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    for (const image of latest.current) if (image.state !== 'ready') prepare(image, { fullSize, mayFetch: false });
  });
  // The thumbnails' addresses hold the files in memory until they are given back: once it is sure that nobody comes back for them.
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
      setTimeout(() => there.current || latest.current.forEach(({ address }) => URL.revokeObjectURL(address)));
    };
  }, []);

  return {
    images,
    change: (next: readonly Chosen[]) => set(() => next),
    add: (files: readonly File[]) => {
      const added = files.map((file): Chosen => ({ id: randomId(), file, address: URL.createObjectURL(file), alt: '', state: 'readying' }));
      set((all) => [...all, ...added]);
      for (const image of added) prepare(image, { fullSize, mayFetch: false });
    },
    fetchHelper: () => {
      for (const image of latest.current) if (image.state === 'needs helper') prepare(image, { fullSize, mayFetch: true });
    },
    /** The photos as they travel, as soon as none is worked on. */
    whenReady: async (): Promise<readonly Chosen[]> => {
      while (jobs.current.size > 0) await Promise.all(jobs.current);
      return latest.current;
    },
    /** Makes of all that can be made anew what the member wishes now. */
    prepareAll: (wish: boolean) => {
      for (const image of latest.current) if (image.picked !== undefined) prepare(image, { fullSize: wish, mayFetch: false });
    },
  };
}

const chosenFrom = ({ id, alt, file, prepared }: DraftImage): Chosen => ({
  id,
  alt,
  file,
  address: URL.createObjectURL(file),
  ...(prepared === null ? { state: 'readying' } : { state: 'ready', pickedBytes: prepared.pickedBytes, removed: prepared.removed }),
});
