import { CallRefused } from '~/platform/lib/call.ts';
import type { SendOptions } from './send-post.ts';

/** The picked file was deleted or changed on disk. */
export class FileGone extends Error {}

/** A paused upload. It resumes at reconnection, at the time `until`, or immediately by `retry`. */
export type Waiting = { retry: () => void } & ({ for: 'connection' } | { for: 'next try'; until: number });

/** A request with one idempotency key for all retries. */
interface Upload<Answer> {
  files: readonly File[];
  send: (options: SendOptions) => Promise<Answer>;
}

interface Watch {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
  /** Null when sending resumes. */
  onWaiting: (waiting: Waiting | null) => void;
}

/** Milliseconds before retries stop, excluding time offline. */
const retryMs = 5 * 60_000;
/** Milliseconds without progress before a connection counts as broken. */
const stalledAfter = 45_000;
/** Milliseconds that the server may take to encode the images. */
const answeredWithin = 3 * 60_000;

/** Retries under the same key after a dropped connection, a restart of the server or a request to wait. Any other answer is final. */
export async function uploadWithRetry<Answer>(upload: Upload<Answer>, { signal, onProgress, onWaiting }: Watch): Promise<Answer> {
  let remainingMs = retryMs;
  for (let tries = 0; ; tries += 1) {
    const began = Date.now();
    try {
      return await tryOnce(upload, signal, onProgress);
    } catch (error) {
      signal.throwIfAborted();
      remainingMs -= Date.now() - began;
      if (!isTemporary(error) || remainingMs <= 0) throw error;
      await requireFiles(upload);
      if (!navigator.onLine) await pause(null, signal, (retry) => onWaiting({ for: 'connection', retry }));
      const retryAfterMs = error instanceof CallRefused ? (error.retryAfter ?? 0) * 1000 : 0;
      const ms = Math.max(retryAfterMs, Math.min(20_000, 1_000 * 2 ** tries));
      await pause(ms, signal, (retry) => onWaiting({ for: 'next try', until: Date.now() + ms, retry }));
      onWaiting(null);
      remainingMs -= ms;
    }
  }
}

/** Sends once. Aborts if no bytes are sent, or no answer arrives, for too long. */
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

/** The server was unreachable or temporarily unable to answer. A broken image store is not temporary. */
const isTemporary = (error: unknown): boolean =>
  error instanceof CallRefused
    ? [408, 502, 503, 504].includes(error.status) && error.code !== 'storage_unavailable'
    : error instanceof TypeError;

/** Throws `FileGone` for an unreadable file. A request with such a file fails like a dropped connection, but at every retry. */
async function requireFiles({ files }: Upload<unknown>): Promise<void> {
  for (const file of files)
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new FileGone();
      });
}

/** Waits for `ms`, until the browser is online, or until `finish` is called. */
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
