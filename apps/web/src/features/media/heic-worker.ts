/** What the decoder is asked for: the photo, and where the decoder's own two files are. */
export interface HeicOrder {
  file: Blob;
  program: string;
  binary: string;
}

/** The part of libheif's interface that is used here. */
interface HeicImage {
  get_width: () => number;
  get_height: () => number;
  display: (into: ImageData, done: (filled: ImageData | null) => void) => void;
  free: () => void;
}
interface Libheif {
  HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeicImage[] };
}
declare const importScripts: (address: string) => void;
declare const libheif: (settings: { locateFile: () => string; onRuntimeInitialized?: () => void }) => Libheif | Promise<Libheif>;

// A classic worker that imports nothing: libheif is a script of its own and stays as its makers wrote it.
addEventListener('message', ({ data }: MessageEvent<HeicOrder>) => {
  void decode(data)
    .catch(() => null)
    .then((pixels) => postMessage(pixels, { transfer: pixels === null ? [] : [pixels.data.buffer] }));
});

async function decode({ file, program, binary }: HeicOrder): Promise<ImageData | null> {
  importScripts(program);
  const { HeifDecoder } = await libheif({ locateFile: () => binary });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [image, ...others] = new HeifDecoder().decode(bytes);
  for (const other of others) other.free();
  if (image === undefined) return null;
  const colorSpace = isDisplayP3(bytes) ? 'display-p3' : 'srgb';
  const pixels = new ImageData(image.get_width(), image.get_height(), { colorSpace });
  const filled = await new Promise<ImageData | null>((resolve) => image.display(pixels, resolve));
  image.free();
  return filled;
}

/** Phones store Display P3 and say so in the profile; the decoder hands the numbers over as they are. */
function isDisplayP3(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 16 * 1024));
  // In plain letters, in letters of two bytes, or as primaries 12 of the short form.
  return /Display P3|D\0i\0s\0p\0l\0a\0y\0 \0P\x003|colrnclx\0\f/.test(head);
}
