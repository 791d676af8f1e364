import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** What is shorter fits one packet anyway. */
const worthwhile = 1_024;

type Encoding = 'br' | 'gzip';

export interface Compressed {
  encoding: Encoding;
  bytes: Buffer;
}

/** Bytes that many are sent are compressed once. */
const made = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/** The body as the client takes it, or null where it is sent as it is. Members pay for each megabyte; the work is done off the event loop. */
export async function compress(body: string | Buffer, accepts: string | undefined): Promise<Compressed | null> {
  const encoding = encodingFor(accepts);
  if (encoding === undefined || body.length < worthwhile) return null;
  if (typeof body === 'string') return { encoding, bytes: await encoders[encoding](body) };
  let ready = made.get(body);
  if (!ready) made.set(body, (ready = {}));
  return { encoding, bytes: await (ready[encoding] ??= encoders[encoding](body)) };
}

const encodingFor = (accepts: string | undefined): Encoding | undefined =>
  accepts === undefined ? undefined : (['br', 'gzip'] as const).find((one) => isAccepted(accepts, one));

/** The client takes a body in fewer bytes. */
export const takesCompressed = (accepts: string | undefined): boolean => encodingFor(accepts) !== undefined;

// Low qualities: three quarters of what the best would save, for a tenth of its time.
const encoders: Record<Encoding, (body: string | Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: (body) => gzipped(body, { level: 3 }),
};

const isAccepted = (accepts: string, encoding: Encoding): boolean =>
  accepts.split(',').some((part) => {
    const [name, quality] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !/^q=0(?:\.0{0,3})?$/.test(quality ?? '');
  });
