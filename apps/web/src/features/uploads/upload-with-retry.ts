import { CallRefused } from '~/lib/call.ts';
import { type NewPost, type Posted, sendPost } from './send-post.ts';

/** A photo that was picked is on its disk no longer, or not the same. */
export class FileGone extends Error {}

/** The line dropped; it goes on by itself: when there is one again, or at a time. Or at once, by `goOn`. */
export type Waiting = { goOn: () => void } & ({ for: 'line' } | { for: 'next try'; until: number });

interface Watch {
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
  /** Null: it goes on. */
  onWaiting: (waiting: Waiting | null) => void;
}

/** How long a post is tried for, while there is a line. */
const triedFor = 5 * 60_000;
/** No byte moved for so long: the line is dead, whatever the browser believes. */
const stalledAfter = 45_000;
/** All bytes are there, and the server makes its pictures of them. */
const answeredWithin = 3 * 60_000;

/**
 * Sends until the server has answered: a dropped line, a server that starts anew or asks for patience is met by trying again, under
 * the same key, so that it is posted once. Whatever else it says is final.
 */
export async function uploadWithRetry(post: NewPost, { signal, onProgress, onWaiting }: Watch): Promise<Posted> {
  let left = triedFor;
  for (let tries = 0; ; tries += 1) {
    const began = Date.now();
    try {
      return await tryOnce(post, signal, onProgress);
    } catch (error) {
      signal.throwIfAborted();
      left -= Date.now() - began;
      if (!mayPass(error) || left <= 0) throw error;
      await requireFiles(post);
      if (!navigator.onLine) await pause(null, signal, (goOn) => onWaiting({ for: 'line', goOn }));
      const asked = error instanceof CallRefused ? (error.retryAfter ?? 0) * 1000 : 0;
      const ms = Math.max(asked, Math.min(20_000, 1_000 * 2 ** tries));
      await pause(ms, signal, (goOn) => onWaiting({ for: 'next try', until: Date.now() + ms, goOn }));
      onWaiting(null);
      left -= ms;
    }
  }
}

/** Once, and given up when the line is silent. */
async function tryOnce(post: NewPost, signal: AbortSignal, onProgress: Watch['onProgress']): Promise<Posted> {
  const silence = new AbortController();
  const cancel = () => silence.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  let timer = 0;
  const expect = (within: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(new TypeError('The line is silent')), within);
  };
  expect(stalledAfter);
  try {
    return await sendPost(post, {
      signal: silence.signal,
      onProgress: (sent, total) => {
        expect(sent < total ? stalledAfter : answeredWithin);
        onProgress(sent, total);
      },
    });
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** A refusal that another moment would not have brought; and every failure that never was an answer. A broken store needs somebody's hand. */
const mayPass = (error: unknown): boolean =>
  error instanceof CallRefused
    ? [408, 502, 503, 504].includes(error.status) && error.code !== 'storage_unavailable'
    : error instanceof TypeError;

/** A file that cannot be read fails as a dropped line does, and would for ever. */
async function requireFiles({ images }: NewPost): Promise<void> {
  for (const { file } of images)
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new FileGone();
      });
}

/** For so long, or until the line is back, or until somebody is tired of waiting. */
function pause(ms: number | null, signal: AbortSignal, tell: (goOn: () => void) => void): Promise<void> {
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
    tell(finish);
  });
}
