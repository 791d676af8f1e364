import { type PhotoImport, sendImportPart } from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { sendCounting } from '~/platform/lib/send-counting.ts';

interface Upload {
  files: readonly File[];
  /** Bytes of all files that were sent. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

const pauses = [1_000, 2_000, 5_000, 10_000];

/** Sends what the server has not received yet, part by part. Goes on after a lost connection. Throws the server's other refusals. */
export async function uploadArchives(first: PhotoImport, { files, onProgress, signal }: Upload): Promise<PhotoImport> {
  let current = first;
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    const position = current.files.findIndex(({ bytes, received_bytes: received }) => received < bytes);
    const file = files[position];
    if (current.state !== 'receiving' || !file) return current;
    const before = current.files.reduce((sum, { received_bytes: received }) => sum + received, 0);
    onProgress(before);
    try {
      current = await sendPart(current, position, file, { signal, onProgress: (bytes) => onProgress(before + bytes) });
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      const isOffset = error instanceof CallRefused && error.code === 'conflict' && error.data !== undefined;
      if (isOffset) current = error.data as PhotoImport;
      if (!isOffset && error instanceof CallRefused && error.status < 500 && error.status !== 429) throw error;
      failures += 1;
      // Another device may have sent a part, so the first try at the right offset needs no pause.
      if (!isOffset || failures > 1) await wait(pauses[Math.min(failures, pauses.length) - 1]!, signal);
    }
  }
}

async function sendPart(
  { id, files }: PhotoImport,
  position: number,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<PhotoImport> {
  const offset = files[position]!.received_bytes;
  const form = new FormData();
  form.set('offset', String(offset));
  form.set('part', file.slice(offset, offset + limits.importPartBytes), 'part');
  const { data } = await call(sendImportPart, {
    params: { id, position: String(position) },
    form,
    signal,
    transport: sendCounting(onProgress),
  });
  return data;
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
