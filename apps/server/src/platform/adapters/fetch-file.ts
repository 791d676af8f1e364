import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isPublicUrl, lookupPublic } from './post-to-public.ts';
import { isDiskFull } from './storage-faults.ts';

/** Error: the file was not sent, is too large, or took too long. */
export class NotFetched extends Error {}

const patience = 60_000;

/** Saves a public file. Connects only to public addresses, without redirects. Throws NotFetched, or the error of a full disk. */
export async function fetchFile(url: string, file: string, atMost: number): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  try {
    await pipeline(await open(url, signal), bounded(atMost), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (error) {
    throw isDiskFull(error) ? error : new NotFetched((error as Error).message, { cause: error });
  }
}

const open = (url: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    if (!isPublicUrl({ localPushService: null }, url)) throw new Error('not a public https address');
    const sent = request(url, { lookup: lookupPublic, signal, headers: { accept: 'image/*' } }, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.destroy();
      reject(new Error(`the server answered ${response.statusCode}`));
    });
    sent.on('error', reject);
    sent.end();
  });

function bounded(atMost: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      bytes += data.length;
      if (bytes > atMost) done(new Error('the file is too large'));
      else done(null, data);
    },
  });
}
