import type { CameraData } from '@mbari/contract/photos/post-fields';
import { randomId } from '~/platform/lib/random-id.ts';
import type { ImageEdit } from '~/platform/media/image-edit.ts';
import type { PrivateMetadata } from '~/platform/media/image-metadata.ts';

export interface ChosenImage {
  id: string;
  /** The file to send. */
  file: File;
  address: string;
  alt: string;
  state: 'preparing' | 'needs decoder' | 'ready';
  /** The original file. Drafts do not store it. */
  picked?: File;
  edit?: ImageEdit | undefined;
  /** The prepared file before the first edit. Drafts store it in place of the edited file. */
  uncropped?: File;
  pickedBytes?: number;
  /** Hidden data that the browser removed. */
  removed?: readonly PrivateMetadata[];
  camera?: CameraData | null;
}

export interface StoredImage {
  id: string;
  alt: string;
  file: File;
  edit?: ImageEdit | undefined;
  /** Null if the file still has to be prepared. */
  prepared: { pickedBytes: number; removed: readonly PrivateMetadata[]; camera?: CameraData | null } | null;
}

export const chosenFromFile = (file: File): ChosenImage => ({
  ...{ id: randomId(), file, alt: '', state: 'preparing' },
  address: URL.createObjectURL(file),
});

export const chosenFromStored = ({ id, alt, file, edit, prepared }: StoredImage): ChosenImage => ({
  ...{ id, alt, file, state: prepared && !edit ? 'ready' : 'preparing' },
  address: URL.createObjectURL(file),
  ...prepared,
  ...(edit && { edit, uncropped: file }),
});

export const storedFromChosen = (image: ChosenImage): StoredImage => {
  const { id, alt, file, edit, uncropped = file, state, pickedBytes, removed = [], camera = null } = image;
  const isPrepared = state === 'ready' || isEdited(image);
  return {
    ...{ id, alt, edit, file: edit ? uncropped : file },
    prepared: isPrepared && pickedBytes !== undefined ? { pickedBytes, removed, camera } : null,
  };
};

/** Returns whether the image is edited, or was before. */
export const isEdited = ({ uncropped }: ChosenImage): boolean => uncropped !== undefined;

/** Few browsers can show a HEIC file before it is converted to JPEG. */
export const isUnreadHeic = ({ state, file }: ChosenImage): boolean => state !== 'ready' && /hei[cf]/i.test(file.type || file.name);

export const lacksAlt = ({ alt }: { alt: string }): boolean => alt.trim() === '';
