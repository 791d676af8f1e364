import type { CameraData } from '@mbari/contract/photos/camera-data';
import { randomId } from '~/platform/lib/random-id.ts';
import type { PrivateMetadata } from '~/platform/media/image-metadata.ts';

export interface ChosenImage {
  id: string;
  file: File;
  address: string;
  alt: string;
  state: 'preparing' | 'needs decoder' | 'ready';
  /** The original file. Drafts do not store it. */
  picked?: File;
  pickedBytes?: number;
  /** Hidden data that the browser removed. */
  removed?: readonly PrivateMetadata[];
  camera?: CameraData | null;
}

export interface StoredImage {
  id: string;
  alt: string;
  file: File;
  /** Null if the file still has to be prepared. */
  prepared: { pickedBytes: number; removed: readonly PrivateMetadata[]; camera?: CameraData | null } | null;
}

export const chosenFromFile = (file: File): ChosenImage => ({
  ...{ id: randomId(), file, alt: '', state: 'preparing' },
  address: URL.createObjectURL(file),
});

export const chosenFromStored = ({ id, alt, file, prepared }: StoredImage): ChosenImage => ({
  ...{ id, alt, file },
  address: URL.createObjectURL(file),
  ...(prepared === null ? { state: 'preparing' } : { state: 'ready', ...prepared }),
});

export const storedFromChosen = ({ id, alt, file, state, pickedBytes, removed = [], camera = null }: ChosenImage): StoredImage => ({
  ...{ id, alt, file },
  prepared: state === 'ready' && pickedBytes !== undefined ? { pickedBytes, removed, camera } : null,
});

/** Few browsers can show a HEIC file before it is converted to JPEG. */
export const isUnreadHeic = ({ state, file }: ChosenImage): boolean => state !== 'ready' && /hei[cf]/i.test(file.type || file.name);

export const lacksAlt = ({ alt }: { alt: string }): boolean => alt.trim() === '';
