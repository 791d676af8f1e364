import type { CameraData } from '@mbari/contract/shapes/camera-data';
import { randomId } from '~/platform/lib/random-id.ts';
import type { HiddenData } from '~/platform/media/hidden-data.ts';

export interface ChosenImage {
  id: string;
  /** The file that is sent. */
  file: File;
  /** The thumbnail's address, an object URL. */
  address: string;
  alt: string;
  state: 'preparing' | 'needs decoder' | 'ready';
  /** The file as it was picked. A draft does not keep it. */
  picked?: File;
  pickedBytes?: number;
  /** Hidden data that the browser has left out already. */
  removed?: readonly HiddenData[];
  /** How it was taken, as the picked file says. */
  camera?: CameraData | null;
}

/** An image as a draft keeps it. */
export interface StoredImage {
  id: string;
  alt: string;
  file: File;
  /** Null: the file is as it was picked, and still to be prepared. */
  prepared: { pickedBytes: number; removed: readonly HiddenData[]; camera?: CameraData | null } | null;
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

/** Few browsers can show a HEIC file before it has been turned into a JPEG. */
export const isUnreadHeic = ({ state, file }: ChosenImage): boolean => state !== 'ready' && /hei[cf]/i.test(file.type || file.name);

export const lacksAlt = ({ alt }: { alt: string }): boolean => alt.trim() === '';
