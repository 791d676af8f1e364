import { Readable } from 'node:stream';
import { thumbHashToDataURL } from 'thumbhash';
import type { Statements } from '../db/database.ts';
import { findThumbhash } from './queries.ts';

/** Makes the blurred image of a post with a content warning: a PNG of about 3 KB from the 25 bytes of the image's thumbhash. */
export async function readBlur(db: Statements, id: string): Promise<{ size: number; stream: () => Readable } | null> {
  const thumbhash = await findThumbhash(db, id);
  if (!thumbhash) return null;
  const png = Buffer.from(thumbHashToDataURL(thumbhash).split(',')[1]!, 'base64');
  return { size: png.length, stream: () => Readable.from([png], { objectMode: false }) };
}
