import program from 'libheif-js/libheif-wasm/libheif.js?url';
import binary from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { askWorker } from './ask-worker.ts';
import type { HeicRequest } from './heic-worker.ts';

/** Decodes the pixels, upright. Returns null if libheif cannot read the file. The first call downloads the decoder. */
export const decodeHeic = (file: Blob): Promise<ImageData | null> =>
  askWorker<ImageData>(new Worker(new URL('./heic-worker.ts', import.meta.url)), {
    file,
    program: new URL(program, location.href).href,
    binary: new URL(binary, location.href).href,
  } satisfies HeicRequest);
