import type { Context } from '../context.ts';

export const mediaFormats = ['webp', 'jpeg', 'avif'] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export interface MediaAccess {
  /** Needs no signature (`photoPublic`). */
  isPublic: boolean;
  now: Date;
  /** For the owner: the URL works even if nobody else may see the image. */
  isOwner?: boolean;
  /** Signs for organisers, who may read the image as evidence of a report. */
  isEvidence?: boolean;
}

export type SignedFor = 'reader' | 'owner' | 'organiser';

const halfHour = 30 * 60;

/** Returns the URL of one width. Signed unless public, because `<img>` cannot send a token. */
export function mediaUrl(
  { secrets }: Pick<Context, 'secrets'>,
  image: { id: string },
  width: number,
  format: MediaFormat,
  access: MediaAccess,
): string {
  return fileUrl({ secrets }, `${image.id}/${width}.${format}`, access);
}

/** Name of the blurred image, which `routes.ts` makes. */
export const blurFile = 'blur.png';

export const blurUrl = (context: Pick<Context, 'secrets'>, image: { id: string }, access: MediaAccess): string =>
  fileUrl(context, `${image.id}/${blurFile}`, access);

function fileUrl(
  { secrets }: Pick<Context, 'secrets'>,
  file: string,
  { isPublic, now, isOwner = false, isEvidence = false }: MediaAccess,
): string {
  if (isPublic) return `/media/${file}`;
  const expires = expiryAt(now);
  return `/media/${file}?exp=${expires}&sig=${secrets.sign('media', textToSign(file, expires, isEvidence ? 'organiser' : isOwner ? 'owner' : 'reader'))}`;
}

export const srcsetOf = (
  context: Pick<Context, 'secrets'>,
  image: { id: string; widths: readonly number[] },
  format: MediaFormat,
  access: MediaAccess,
  better: { format: MediaFormat; widths: readonly number[] } = { format, widths: [] },
): string =>
  image.widths
    .map((width) => {
      const address = mediaUrl(context, image, width, better.widths.includes(width) ? better.format : format, access);
      return `${address} ${width}w`;
    })
    .join(', ');

/** Expiry in seconds: 30 to 60 minutes ahead, constant for half an hour, so that browsers cache the image. */
const expiryAt = (now: Date): number => (Math.floor(now.getTime() / 1000 / halfHour) + 2) * halfHour;

/**
 * Returns the audience and remaining seconds of a signature. Null if it is invalid, expired, or valid longer than the server
 * signs.
 */
export function readSignature(
  { secrets }: Pick<Context, 'secrets'>,
  file: string,
  query: { exp?: unknown; sig?: unknown },
  now: Date,
): { seconds: number; signedFor: SignedFor } | null {
  const { exp, sig } = query;
  if (typeof exp !== 'string' || typeof sig !== 'string' || !/^[1-9]\d{9}$/.test(exp) || sig.length > 64) return null;
  const secondsLeft = Number(exp) - Math.floor(now.getTime() / 1000);
  if (secondsLeft <= 0 || secondsLeft > 2 * halfHour) return null;
  const signedFor = (['reader', 'owner', 'organiser'] as const).find((audience) =>
    secrets.isSigned('media', textToSign(file, Number(exp), audience), sig),
  );
  return signedFor === undefined ? null : { seconds: secondsLeft, signedFor };
}

const textToSign = (file: string, expires: number, signedFor: SignedFor): string =>
  `${file}.${expires}${signedFor === 'reader' ? '' : `.${signedFor}`}`;
