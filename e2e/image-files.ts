import exifr from 'exifr';
import sharp from 'sharp';

/** The color in each corner of the upright scene. */
export const corners = {
  topLeft: { r: 200, g: 30, b: 30 },
  topRight: { r: 30, g: 160, b: 60 },
  bottomLeft: { r: 30, g: 50, b: 190 },
  bottomRight: { r: 230, g: 190, b: 40 },
} as const;

const scene = { width: 1600, height: 1200 };

/** Marker written into every kind of metadata. A served file that contains it has leaked metadata. */
export const canary = 'CANARY-7f3a-where-the-photographer-lives';

/** Creates a photo as a camera stores it: rotated, with orientation 6 and GPS data. */
export async function photoFromCamera(): Promise<Buffer> {
  const quarter = (color: { r: number; g: number; b: number }) =>
    sharp({ create: { width: scene.width / 2, height: scene.height / 2, channels: 3, background: color } })
      .png()
      .toBuffer();
  const upright = await sharp({ create: { ...scene, channels: 3, background: '#808080' } })
    .composite([
      { input: await quarter(corners.topLeft), left: 0, top: 0 },
      { input: await quarter(corners.topRight), left: scene.width / 2, top: 0 },
      { input: await quarter(corners.bottomLeft), left: 0, top: scene.height / 2 },
      { input: await quarter(corners.bottomRight), left: scene.width / 2, top: scene.height / 2 },
    ])
    .png()
    .toBuffer();
  const jpeg = await sharp(upright)
    .rotate(270)
    .withExif({
      IFD0: { Make: canary, Copyright: canary },
      IFD2: { UserComment: canary },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '5/1 28/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 1/1 33/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(
      `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${canary}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    )
    .jpeg({ quality: 90 })
    .toBuffer();
  const written = await metadataOf(jpeg);
  if (written['Orientation'] === undefined || written['latitude'] === undefined || !jpeg.includes(canary))
    throw new Error('The picture carries no metadata: it would prove nothing');
  return jpeg;
}

/** Returns the EXIF, GPS, XMP and IPTC metadata of a file. */
export async function metadataOf(file: Buffer): Promise<Record<string, unknown>> {
  const found: unknown = await exifr
    .parse(file, { tiff: true, exif: true, gps: true, xmp: true, iptc: true, translateValues: false })
    .catch(() => undefined);
  return (found ?? {}) as Record<string, unknown>;
}

/** Returns whether the four colors are in their original corners. */
export async function standsUpright(file: Buffer): Promise<boolean> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 };
  };
  return (
    info.width > info.height &&
    isLike(at(0.1, 0.1), corners.topLeft) &&
    isLike(at(0.9, 0.1), corners.topRight) &&
    isLike(at(0.1, 0.9), corners.bottomLeft) &&
    isLike(at(0.9, 0.9), corners.bottomRight)
  );
}

interface Color {
  r: number;
  g: number;
  b: number;
}

export const isLike = (one: Color, other: Color): boolean =>
  Math.abs(one.r - other.r) < 24 && Math.abs(one.g - other.g) < 24 && Math.abs(one.b - other.b) < 24;
