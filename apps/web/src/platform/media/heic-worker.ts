export interface HeicRequest {
  file: Blob;
  program: string;
  binary: string;
}

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

// A classic worker without imports: libheif is a plain script, loaded as it was published.
addEventListener('message', ({ data }: MessageEvent<HeicRequest>) => {
  void decode(data)
    .catch(() => null)
    .then((pixels) => postMessage(pixels, { transfer: pixels === null ? [] : [pixels.data.buffer] }));
});

async function decode({ file, program, binary }: HeicRequest): Promise<ImageData | null> {
  importScripts(program);
  const { HeifDecoder } = await libheif({ locateFile: () => binary });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [image, ...others] = new HeifDecoder().decode(bytes);
  for (const extraImage of others) extraImage.free();
  if (image === undefined) return null;
  const colorSpace = isDisplayP3(bytes) ? 'display-p3' : 'srgb';
  const pixels = new ImageData(image.get_width(), image.get_height(), { colorSpace });
  const filled = await new Promise<ImageData | null>((resolve) => image.display(pixels, resolve));
  image.free();
  return filled;
}

/** Phones store Display P3 and declare it in the profile; the decoder does not convert it. */
function isDisplayP3(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 16 * 1024));
  // The profile's name in ASCII or UTF-16, or primaries 12 of an nclx box.
  return /Display P3|D\0i\0s\0p\0l\0a\0y\0 \0P\x003|colrnclx\0\f/.test(head);
}
