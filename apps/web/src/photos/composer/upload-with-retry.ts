import { CallRefused } from '~/platform/lib/call.ts';
import type { SendOptions } from './send-post.ts';

/** The picked file is no longer on the disk, or has changed. */
export class FileGone extends Error {}

/** The upload goes on by itself when the connection is back or at a time, or at once by `retry`. */
export type Waiting = { retry: () => void } & ({ for: 'connection' } | { for: 'next try'; until: number });

/** What is sent, under one idempotency key however often. */
interface Upload<Answer> {
  files: readonly File[];
  send: (options: SendOptions) => Promise<Answer>;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
  /** Null: it goes on sending. */
  onWaiting: (waiting: Waiting | null) => void;
}

/** How long an upload is tried for, without the time spent offline. */
const triesFor = 5 * 60_000;
/** Without a byte sent for so long the connection is taken for broken, whatever the browser says. */
const stalledAfter = 45_000;
/** All bytes are sent, and the server encodes the images. */
const answeredWithin = 3 * 60_000;

/**
 * Sends until the server has answered. After a dropped connection, a server that restarts or one that asks to wait, it tries again
 * under the same key, so that it is taken once. Any other answer is final.
 */
export async function uploadWithRetry<Answer>(upload: Upload<Answer>, { signal, onProgress, onWaiting }: Watch): Promise<Answer> {
  let left = triesFor;
  for (let tries = 0; ; tries += 1) {
    const began = Date.now();
    try {
      return await tryOnce(upload, signal, onProgress);
    } catch (error) {
      signal.throwIfAborted();
      left -= Date.now() - began;
      if (!isTemporary(error) || left <= 0) throw error;
      await requireFiles(upload);
      if (!navigator.onLine) await pause(null, signal, (retry) => onWaiting({ for: 'connection', retry }));
      const asked = error instanceof CallRefused ? (error.retryAfter ?? 0) * 1000 : 0;
      const ms = Math.max(asked, Math.min(20_000, 1_000 * 2 ** tries));
      await pause(ms, signal, (retry) => onWaiting({ for: 'next try', until: Date.now() + ms, retry }));
      onWaiting(null);
      left -= ms;
    }
  }
}

/** One try, given up when nothing is sent or answered for too long. */
async function tryOnce<Answer>({ send }: Upload<Answer>, signal: AbortSignal, onProgress: Watch['onProgress']): Promise<Answer> {
  const timeout = new AbortController();
  const cancel = () => timeout.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  let timer = 0;
  const expectWithin = (within: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => timeout.abort(new TypeError('The connection timed out')), within);
  };
  expectWithin(stalledAfter);
  try {
    return await send({
      signal: timeout.signal,
      onProgress: (sent, total) => {
        expectWithin(sent < total ? stalledAfter : answeredWithin);
        onProgress(sent, total);
      },
    });
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** Not a decision about what was sent: the server was not reached, or could not answer just then. A broken image store stays broken. */
const isTemporary = (error: unknown): boolean =>
  error instanceof CallRefused
    ? [408, 502, 503, 504].includes(error.status) && error.code !== 'storage_unavailable'
    : error instanceof TypeError;

/** A file that cannot be read fails just as a dropped connection does, and would be retried in vain. */
async function requireFiles({ files }: Upload<unknown>): Promise<void> {
  for (const file of files)
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new FileGone();
      });
}

/** Waits for so long, or until the browser is online again, or until `finish` is called. */
function pause(ms: number | null, signal: AbortSignal, onStart: (finish: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = ms === null ? 0 : window.setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
    addEventListener('online', finish);
    signal.addEventListener('abort', finish);
    onStart(finish);
  });
}
