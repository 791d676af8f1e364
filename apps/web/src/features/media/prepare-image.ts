import * as limits from '@mbari/contract/limits';
import { isMetered } from '~/lib/is-metered.ts';
import { askWorker } from './ask-worker.ts';
import { drawSmaller, type Drawing, type Drawn } from './draw-smaller.ts';
import type { HiddenData } from './hidden-data.ts';
import { headOf, kindOf } from './kind-of-file.ts';

export interface Wishes {
  /** Send every pixel. What the server cannot read is still turned into what it can. */
  fullSize: boolean;
  /** The decoder for HEIC may be fetched, although the line is metered. */
  mayFetch: boolean;
}

export type Prepared =
  | {
      is: 'ready';
      file: File;
      /** What the picked file told besides its picture, where the browser left it out. */
      removed: HiddenData[];
    }
  | { is: 'needs helper' }
  | { is: 'too large' };

/** The size of libheif as it travels. */
export const helperBytes = 370 * 1024;

/** The largest width that the server keeps: more would travel for nothing. */
const widestKept = 2048;
/** Below this there is little to save. */
const smallEnough = 400 * 1024;

/** Makes of a picked photo what travels: no wider than the server keeps, readable by it, one at a time. */
export function preparePhoto(file: File, wishes: Wishes): Promise<Prepared> {
  const prepared = turn.then(() => prepare(file, wishes));
  turn = prepared.catch(() => undefined);
  return prepared;
}

/** Two decoded photos at once may be more than a phone has room for. */
let turn: Promise<unknown> = Promise.resolve();

async function prepare(file: File, { fullSize, mayFetch }: Wishes): Promise<Prepared> {
  const { name, animated } = kindOf(await headOf(file));
  const foreign = name === 'heic';
  if (!foreign && (animated || fullSize || file.size <= smallEnough)) return asItIs(file);
  const drawing = { widest: fullSize ? limits.imageSideMax : widestKept, always: foreign, mayBeClear: name !== 'jpeg' && !foreign };
  let drawn = await draw({ ...drawing, source: file });
  if (drawn === null && foreign) {
    if (!mayFetch && isMetered()) return { is: 'needs helper' };
    const { decodeHeic } = await import('./decode-heic.ts');
    const pixels = await decodeHeic(file);
    if (pixels !== null) drawn = await draw({ ...drawing, source: pixels });
  }
  if (drawn === null || !(foreign || isWorthIt(drawn, file))) return asItIs(file);
  if (drawn.file.size >= limits.imageBytes) return { is: 'too large' };
  const { hiddenDataIn } = await import('./hidden-data.ts');
  const removed = hiddenDataIn(new Uint8Array(await file.arrayBuffer()));
  return { is: 'ready', file: new File([drawn.file], nameFor(file.name, drawn.file.type), { type: drawn.file.type }), removed };
}

const asItIs = (file: File): Prepared => (file.size < limits.imageBytes ? { is: 'ready', file, removed: [] } : { is: 'too large' });

/** Written anew, a photo is a little less true: for nothing, that would be a loss. */
const isWorthIt = ({ file, smaller }: Drawn, { size }: File): boolean => file.size < size * (smaller ? 0.95 : 0.8);

function draw(drawing: Drawing): Promise<Drawn | null> {
  if (typeof Worker !== 'function' || typeof OffscreenCanvas !== 'function') return drawSmaller(drawing);
  return askWorker<Drawn>(new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' }), drawing);
}

const nameFor = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'photo'}.${type === 'image/webp' ? 'webp' : 'jpg'}`;
