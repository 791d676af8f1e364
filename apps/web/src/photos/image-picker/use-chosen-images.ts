import { imageDamaged } from '@mbari/words/refusals';
import { useEffect, useRef, useState } from 'react';
import { type ImageEdit, isSameEdit, noEdit } from '~/platform/media/image-edit.ts';
import { type PrepareOptions, prepareImage } from '~/platform/media/prepare-image.ts';
import { type ChosenImage, chosenFromFile, chosenFromStored, isEdited, type StoredImage } from './chosen-image.ts';

interface ChosenImagesOptions {
  stored: readonly StoredImage[];
  fullSize: boolean;
  /** Receives the reason why an image cannot be sent. */
  onRefused: (reason: string) => void;
}

/** The images of a post. Each is prepared when it is chosen, one at a time. */
export function useChosenImages({ stored, fullSize, onRefused }: ChosenImagesOptions) {
  const list = useImageList(stored);
  const { latest, set, patch } = list;
  const { prepare, finished } = usePreparation(list, onRefused);
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    for (const image of latest.current) if (image.state !== 'ready') prepare(image, { fullSize, mayFetch: false });
  });

  return {
    images: list.images,
    /** Reorders, describes or removes images. Keeps changes made since the last render, such as a finished preparation. */
    change: (next: readonly Pick<ChosenImage, 'id' | 'alt'>[]) =>
      set((images) => {
        const byId = new Map(images.map((image) => [image.id, image]));
        return next.flatMap(({ id, alt }) => {
          const image = byId.get(id);
          return image === undefined ? [] : [{ ...image, alt }];
        });
      }),
    add: (files: readonly File[]) => {
      const added = files.map(chosenFromFile);
      set((images) => [...images, ...added]);
      for (const image of added) prepare(image, { fullSize, mayFetch: false });
    },
    /** Crops, straightens or turns an image, which is then prepared again. */
    edit: (id: string, edit: ImageEdit) => {
      const image = latest.current.find((one) => one.id === id);
      if (image === undefined) return;
      const change = { edit: isSameEdit(edit, noEdit) ? undefined : edit, uncropped: image.uncropped ?? image.file };
      patch(id, change);
      prepare({ ...image, ...change }, { fullSize, mayFetch: false });
    },
    fetchDecoder: () => {
      for (const image of latest.current) if (image.state === 'needs decoder') prepare(image, { fullSize, mayFetch: true });
    },
    /** Returns the images once all are prepared. */
    whenPrepared: async (): Promise<readonly ChosenImage[]> => {
      await finished();
      return latest.current;
    },
    /** Prepares all images with a known original file again. */
    prepareAll: (asFullSize: boolean) => {
      for (const image of latest.current) if (image.picked !== undefined) prepare(image, { fullSize: asFullSize, mayFetch: false });
    },
  };
}

type ImageList = ReturnType<typeof useImageList>;

function useImageList(stored: readonly StoredImage[]) {
  const [images, setImages] = useState<readonly ChosenImage[]>(() => stored.map(chosenFromStored));
  // A worker answers after several renders, and needs the current list.
  const latest = useRef(images);
  const set = (change: (images: readonly ChosenImage[]) => readonly ChosenImage[]) => {
    latest.current = change(latest.current);
    setImages(latest.current);
  };
  const patch = (id: string, change: Partial<ChosenImage>) =>
    set((all) =>
      all.map((image) => {
        if (image.id !== id) return image;
        if (change.address !== undefined && image.address !== change.address) URL.revokeObjectURL(image.address);
        return { ...image, ...change };
      }),
    );
  // Object URLs keep files in memory. Revokes them shortly after unmounting, because effects run twice in development.
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      setTimeout(() => mounted.current || latest.current.forEach(({ address }) => URL.revokeObjectURL(address)));
    };
  }, []);
  return { images, latest, set, patch };
}

function usePreparation({ latest, set, patch }: ImageList, onRefused: (reason: string) => void) {
  const jobs = useRef(new Set<Promise<void>>());
  const prepareOne = async (image: ChosenImage, options: PrepareOptions) => {
    const picked = image.picked ?? (isEdited(image) ? undefined : image.file);
    const source = picked ?? image.uncropped ?? image.file;
    patch(image.id, { state: 'preparing' });
    const prepared = await prepareImage(source, { ...options, edit: image.edit }).catch(() => null);
    const now = latest.current.find(({ id }) => id === image.id);
    // A later edit has its own preparation.
    if (now === undefined || now.edit !== image.edit) return;
    if (prepared?.is === 'ready')
      patch(image.id, {
        state: 'ready',
        file: prepared.file,
        // A file from a draft has lost the hidden data of the picked one.
        ...(picked && { picked, removed: prepared.removed, camera: prepared.camera, pickedBytes: picked.size }),
        ...(prepared.file !== now.file && { address: URL.createObjectURL(prepared.file) }),
      });
    else if (prepared?.is === 'needs decoder') patch(image.id, { state: 'needs decoder' });
    else {
      // Keeps an image that was prepared earlier. Removes any other image, because it cannot be sent.
      if (now.pickedBytes !== undefined) patch(image.id, { state: 'ready', edit: undefined });
      else {
        set((images) => images.filter(({ id }) => id !== image.id));
        URL.revokeObjectURL(now.address);
      }
      onRefused(prepared?.is === 'refused' ? prepared.why : imageDamaged);
    }
  };
  return {
    prepare: (image: ChosenImage, options: PrepareOptions) => {
      const job = prepareOne(image, options).finally(() => jobs.current.delete(job));
      jobs.current.add(job);
    },
    finished: async () => {
      while (jobs.current.size > 0) await Promise.all(jobs.current);
    },
  };
}
